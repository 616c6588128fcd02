import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

/** The repository's root. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** An import or re-export of a file; `specifier` as it stands in the text. */
export interface Import {
  readonly specifier: string
  readonly isTypeOnly: boolean
}
/** A TypeScript file, parsed; `path` from the root. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly tree: ts.SourceFile
  readonly imports: readonly Import[]
}

/** Paths of the TypeScript files in a folder and below. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : /\.tsx?$/.test(path) ? [path] : []
  })

/** Reads and parses a file. */
export const readSource = (path: string): Source => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: Import[] = []
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const isTypeOnly = ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly === true : node.isTypeOnly
      imports.push({ specifier: node.moduleSpecifier.text, isTypeOnly })
    }
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      ts.isStringLiteral(node.arguments[0]!)
    ) {
      imports.push({ specifier: node.arguments[0].text, isTypeOnly: false })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { path, text, tree, imports }
}
