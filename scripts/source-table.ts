/**
 * `npm run source:table`: how large the source is, and in how many files written by hand a thing of
 * each kind is named.
 *
 * The second is counted for every method, error, key and command that there is: its contract or
 * schema, and the files of src in which its name stands as a name or as a text. The one named in
 * the fewest files says what a new one takes at least.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import ts from 'typescript'
import { filesBelow, readSource, type Source } from '../test/support/source-files.js'

/** A schema, as far as it is walked through. */
interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly 'x-restart'?: unknown
}

const sources = filesBelow('src')
  .filter((path) => !path.endsWith('.d.ts'))
  .map(readSource)

const linesOf = (text: string): number => text.split('\n').length - 1

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Names and texts of a file, without comments. */
const wordsOf = ({ tree }: Source): ReadonlySet<string> => {
  const words = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) words.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return words
}

/** By file; what the demo asks, and how the docs page explains values, no method needs. */
const words = new Map(
  sources.filter(({ path }) => !/^src\/(tools\/demo|web)\//.test(path)).map((source) => [source.path, wordsOf(source)]),
)

/** The number of files in src that have a name. */
const filesWith = (name: string): number => [...words.values()].filter((all) => all.has(name)).length

/** The functions of a file: their names, as far as they have one, and their lines. */
const functionsOf = ({ tree, path }: Source): { readonly name: string; readonly lines: number }[] => {
  const found: { name: string; lines: number }[] = []
  const lineAt = (at: number): number => tree.getLineAndCharacterOfPosition(at).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
      const name = `${named?.getText() ?? 'a function'} in ${path}`
      found.push({ name, lines: lineAt(node.getEnd()) - lineAt(node.getStart()) + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const longestOf = <Item extends { readonly name: string; readonly lines: number }>(items: readonly Item[]): Item =>
  items.reduce((longest, item) => (item.lines > longest.lines ? item : longest))

const readJson = (path: string): never => JSON.parse(readFileSync(path, 'utf8')) as never

/** Keys of the configuration that no other has the name of, so that what is found is them. */
const keysIn = (schema: object): { readonly name: string; readonly isForRestart: boolean }[] => {
  const found: { name: string; isForRestart: boolean }[] = []
  const visit = (value: unknown, isForRestart: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as SchemaNode
    for (const [name, below] of Object.entries(node.properties ?? {})) {
      const forRestart = isForRestart || below['x-restart'] !== undefined
      if (below.properties === undefined) found.push({ name, isForRestart: forRestart })
      visit(below, forRestart)
    }
    for (const [name, below] of Object.entries(value)) if (name !== 'properties') visit(below, isForRestart)
  }
  visit(schema, false)
  return found.filter(({ name }) => found.filter((other) => other.name === name).length === 1)
}

interface Counted {
  readonly kind: string
  /** Files for each thing of the kind. */
  readonly files: readonly number[]
}

const isFrom = (specifier: string, folder: string, name: string): boolean =>
  specifier.endsWith(`/${folder}/${name}.js`) || specifier === `./${name}.js`

const counted = (): Counted[] => {
  const contract: { methods: { name: string; 'x-handler'?: unknown }[]; 'x-errors': object } = readJson('openrpc.json')
  const admin: { methods: { name: string }[] } = readJson('src/server/admin/openrpc.admin.json')
  const keys = keysIn(readJson('src/server/config/config.schema.json'))
  const rules = filesBelow('src/server/pipeline/methods')
  const handled = new Set(rules.map((path) => basename(path, '.ts')))
  const of = (kind: string, names: readonly string[]): Counted => ({
    kind,
    files: names.map((name) => 1 + filesWith(name)),
  })
  const shipped: (typeof contract)[] = ['ethereum', 'solana'].map((name) =>
    readJson(`src/contract/shipped/${name}.openrpc.json`),
  )
  const methods = [contract, ...shipped].flatMap((document) => document.methods.map(({ name }) => name))
  const importersOf = (path: string): number => {
    const name = basename(path, '.ts')
    const folder = basename(dirname(path))
    return sources.filter(({ imports }) => imports.some(({ specifier }) => isFrom(specifier, folder, name))).length
  }
  return [
    of(
      'method',
      methods.filter((name) => !handled.has(name)),
    ),
    // Its entry, its rule and what composes it.
    { kind: 'method with a rule of its own', files: rules.map((path) => 2 + importersOf(path)) },
    { kind: 'stage', files: filesBelow('src/server/pipeline/stages').map((path) => 1 + importersOf(path)) },
    of(
      'configuration key',
      keys.filter(({ isForRestart }) => !isForRestart).map(({ name }) => name),
    ),
    of(
      'configuration key that waits for a restart',
      keys.filter(({ isForRestart }) => isForRestart).map(({ name }) => name),
    ),
    of(
      'command',
      admin.methods.map(({ name }) => name),
    ),
    of('error', Object.keys(contract['x-errors'])),
  ]
}

const files = sources.map(({ path, text }) => ({ name: path, lines: linesOf(text) }))
const functions = sources.flatMap(functionsOf)
const sum = files.reduce((all, { lines }) => all + lines, 0)
const [longFile, longFunction] = [longestOf(files), longestOf(functions)]
const table = [
  '| source | |',
  '| --- | --- |',
  `| files in \`src\` | ${files.length} |`,
  `| lines | ${sum} |`,
  `| median file | ${median(files.map(({ lines }) => lines))} lines |`,
  `| longest file | ${longFile.lines} lines, \`${longFile.name}\` |`,
  `| median function | ${median(functions.map(({ lines }) => lines))} lines |`,
  `| longest function | ${longFunction.lines} lines, ${longFunction.name.replace(/ in (.*)$/, ' in `$1`')} |`,
  '',
  '| files that name one | fewest of any: what a new one takes at least | median |',
  '| --- | --- | --- |',
  ...counted().map(({ kind, files }) => `| ${kind} | ${Math.min(...files)} | ${median(files)} |`),
].join('\n')

console.log(table)
