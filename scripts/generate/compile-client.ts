import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

/** A file of generated/: its path from there, and its text. */
interface ClientFile {
  readonly path: string
  readonly content: string
}

/** A program that uses every method of the client as its types say, and one call that must not compile. */
const usage = (files: readonly ClientFile[]): string => {
  const methods = files.find(({ path }) => path.endsWith('src/methods.ts'))?.content ?? ''
  const names = [...methods.matchAll(/^ {2}(\w+): \[/gm)].map(([, name]) => name)
  return `import { type Params, type Results, TollgateClient } from './index.js'
const client = new TollgateClient({ url: 'http://127.0.0.1/v3/KEY' })
${names.map((name) => `export const ${name} = (...params: Params['${name}']): Promise<Results['${name}']> => client.${name}(...params)`).join('\n')}
// @ts-expect-error: a parameter too many, of no type that any method takes
export const wrong = () => client.${names[0]}(Symbol('wrong'), Symbol('wrong'), Symbol('wrong'), Symbol('wrong'), Symbol('wrong'), Symbol('wrong'))
`
}

/**
 * What the TypeScript compiler has against the generated client, one line for each error: it is published as source, and nothing else of
 * the build compiles it. The files are taken from memory, and only what they use of packages from the disk.
 */
export const clientErrors = (files: readonly ClientFile[]): readonly string[] => {
  // Where the files are to stand: packages are looked for from there upwards.
  const root = resolve('generated')
  const own = files.filter(({ path }) => /^client\/src\/.*\.ts$/.test(path))
  const texts = new Map(own.map(({ path, content }) => [join(root, path), content]))
  texts.set(join(root, 'client/src/usage.ts'), usage(files))
  const config = files.find(({ path }) => path === 'client/tsconfig.json')?.content ?? '{}'
  const { options } = ts.convertCompilerOptionsFromJson(JSON.parse(config).compilerOptions, join(root, 'client'))
  const host = ts.createCompilerHost({ ...options, noEmit: true })
  const { fileExists, readFile } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.getSourceFile = (path, language) => {
    const text = texts.get(path) ?? (fileExists(path) ? readFileSync(path, 'utf8') : undefined)
    return text === undefined ? undefined : ts.createSourceFile(path, text, language)
  }
  const program = ts.createProgram([...texts.keys()], { ...options, noEmit: true }, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    if (file === undefined) return text
    const { line, character } = file.getLineAndCharacterOfPosition(start)
    return `${file.fileName.slice(root.length + 1)}:${line + 1}:${character + 1}: ${text}`
  })
}
