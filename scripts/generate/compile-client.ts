import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

/** A file of generated/: its path from there, and its text. */
interface ClientFile {
  readonly path: string
  readonly content: string
}

/**
 * The client, and the server's types, which the rest of the build would find wrong only once they
 * are written.
 */
const SOURCES = /^(?:client\/src\/.*|types|methods|errors|server)\.ts$/

/**
 * A program that uses every method of the client as its types say, and for each family one call
 * that must not compile.
 */
const usage = (files: readonly ClientFile[]): string => {
  const classes = files.find(({ path }) => path === 'client/src/clients.ts')?.content ?? ''
  const families = [...classes.matchAll(/^export type (\w+)Method = (.*)$/gm)].map(([, name, union = '']) => ({
    name: `${name}Client`,
    methods: union.split(' | ').map((method) => method.slice(1, -1)),
  }))
  const calls = families.flatMap(({ name, methods }) => [
    `const a${name} = new ${name}({ url: 'http://127.0.0.1/v3/KEY' })`,
    `export const all${name} = {`,
    ...methods.map(
      (method) =>
        `  '${method}': (...params: Params['${method}']): Promise<Results['${method}']> => a${name}['${method}'](...params),`,
    ),
    '}',
    '// @ts-expect-error: params of no type that any method takes',
    `export const wrong${name} = () => a${name}['${methods[0]}'](Symbol('wrong'), Symbol('wrong'), Symbol('wrong'), Symbol('wrong'))`,
  ])
  return `import { ${families.map(({ name }) => name).join(', ')}, type Params, type Results } from './index.js'\n${calls.join('\n')}\n`
}

/** Files of packages and of the language, parsed: tests compile many times in one process. */
const parsed = new Map<string, ts.SourceFile>()
const parseOnce = (path: string, language: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile => {
  const known = parsed.get(path) ?? ts.createSourceFile(path, readFileSync(path, 'utf8'), language)
  parsed.set(path, known)
  return known
}

let last: { readonly key: string; readonly errors: readonly string[] } | undefined

/**
 * The errors that the TypeScript compiler finds in the generated client, one line each. The client
 * is published as source, and no other step of the build compiles it. Reads the files from memory,
 * and the packages that they import from the disk.
 */
export const clientErrors = (files: readonly ClientFile[]): readonly string[] => {
  // The compiler looks for packages from this folder upwards.
  const root = resolve('generated')
  const own = files.filter(({ path }) => SOURCES.test(path))
  const texts = new Map(own.map(({ path, content }) => [join(root, path), content]))
  texts.set(join(root, 'client/src/usage.ts'), usage(files))
  const config = files.find(({ path }) => path === 'client/tsconfig.json')?.content ?? '{}'
  const key = JSON.stringify([config, ...texts])
  if (last?.key === key) return last.errors
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...JSON.parse(config).compilerOptions, rootDir: '..' },
    join(root, 'client'),
  )
  const host = ts.createCompilerHost({ ...options, noEmit: true })
  const { fileExists, readFile } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  // Folders that are still to be made are in memory, too.
  host.directoryExists = undefined as never
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.getSourceFile = (path, language) => {
    const text = texts.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, language)
    return fileExists(path) ? parseOnce(path, language) : undefined
  }
  const program = ts.createProgram([...texts.keys()], { ...options, noEmit: true }, host)
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    if (file === undefined) return text
    const { line, character } = file.getLineAndCharacterOfPosition(start)
    return `${file.fileName.slice(root.length + 1)}:${line + 1}:${character + 1}: ${text}`
  })
  last = { key, errors }
  return errors
}
