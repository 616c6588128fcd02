import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { filesBelow, ROOT } from '../support/source-files.js'
import { roomOf } from './rooms.js'
import { ofTollgate, sources, targetOf } from './sources.js'

/** Maximum number of files directly in one folder. */
const MAX_FILES = 20
const MAX_LINES = 250
/** Files that may be longer than MAX_LINES, with the reason. Keep this list short. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'src/wire/json/answer-scanner.ts': 'one state machine, byte by byte; its states do not come apart',
}

describe('the architecture', () => {
  test('has stages and methods make only errors that they declare, so that the lists of the contract can be held against them', () => {
    const undeclared = filesBelow('src/server/pipeline').filter((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return /import \{[^}]*\bfail\b[^}]*\} from '[./]+jsonrpc\/reply/.test(text) || text.includes('new ErrorCache')
    })
    expect(undeclared).toEqual([])
  })

  test('keeps folders small', () => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([])
  })

  test('has a test for each stage, named as the stage', () => {
    const namesIn = (folder: string, ending: string) =>
      filesBelow(folder)
        .filter((path) => path.endsWith(ending))
        .map((path) => path.slice(folder.length + 1, -ending.length))
    const tested = namesIn('test/server/pipeline/stages', '.test.ts')
    const stages = namesIn('src/server/pipeline/stages', '.ts')
    expect(stages.length).toBeGreaterThan(10)
    expect(stages.filter((name) => !tested.includes(name))).toEqual([])
  })

  test('declares no type name twice', () => {
    const homes = new Map<string, string[]>()
    for (const { path, tree } of ofTollgate)
      for (const node of tree.statements)
        if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
          homes.set(node.name!.text, [...(homes.get(node.name!.text) ?? []), path])
    expect([...homes].filter(([, paths]) => paths.length > 1)).toEqual([])
  })

  test('keeps files short, exports named, and has no barrels', () => {
    for (const { path, text, tree } of sources) {
      const lines = text.split('\n').length - 1
      if (!(path in LONG_FILES) && !path.endsWith('-artifact.ts'))
        expect([path, lines > MAX_LINES]).toEqual([path, false])
      const exportsOthers = tree.statements.filter(
        (node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined,
      )
      expect([path, exportsOthers.length]).toEqual([path, 0])
      const defaults = tree.statements.filter(
        (node) =>
          ts.isExportAssignment(node) ||
          (ts.canHaveModifiers(node) &&
            ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)),
      )
      expect([path, defaults.length]).toEqual([path, 0])
      expect(path).not.toMatch(/(utils|helpers|common|manager|impl|index)\b/i)
    }
  })

  test('explains every export that another room imports', () => {
    const imported = new Set<string>()
    for (const { path, tree } of sources)
      for (const node of tree.statements) {
        if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue
        const bindings = node.importClause?.namedBindings
        const specifier = node.moduleSpecifier.text
        if (!specifier.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) continue
        const target = targetOf(path, { specifier, isTypeOnly: false })
        if (roomOf(target) === roomOf(path)) continue
        for (const { propertyName, name } of bindings.elements) imported.add(`${target} ${(propertyName ?? name).text}`)
      }
    const namesOf = (node: ts.Statement): string[] =>
      ts.isVariableStatement(node)
        ? node.declarationList.declarations.map(({ name }) => name.getText())
        : [(node as ts.DeclarationStatement).name?.text ?? '']
    const silent = sources.flatMap(({ path, tree }) =>
      tree.statements
        .filter((node) => ts.getJSDocCommentsAndTags(node).length === 0)
        .flatMap(namesOf)
        .map((name) => `${path} ${name}`)
        .filter((place) => imported.has(place)),
    )
    expect(imported.size).toBeGreaterThan(300)
    expect(silent).toEqual([])
  })
})
