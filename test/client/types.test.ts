import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

const FILE = resolve('test/client/calls.ts')
const DIRECTIVE = /^\s*\/\/ @ts-expect-error (.*)$/

/** The lines (from 1) on which the compiler finds errors in a version of the file, by the options of this repository. */
const errorLines = (text: string): number[] => {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => readFileSync(path, 'utf8'))
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd())
  const settings = { ...options, noEmit: true, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] }
  const host = ts.createCompilerHost(settings)
  const read = host.getSourceFile
  host.getSourceFile = (path, language, ...others) =>
    resolve(path) === FILE ? ts.createSourceFile(path, text, language) : read(path, language, ...others)
  const found = ts.getPreEmitDiagnostics(ts.createProgram([FILE], settings, host))
  const elsewhere = found.filter(({ file }) => file === undefined || resolve(file.fileName) !== FILE)
  expect(elsewhere.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  return found.map(({ file, start = 0 }) => file!.getLineAndCharacterOfPosition(start).line + 1)
}

describe('the types of the client', () => {
  const text = readFileSync(FILE, 'utf8')

  test('let every right call compile, and no wrong one', () => {
    expect(errorLines(text)).toEqual([])
  })

  test('refuse each wrong call by itself, not as a part of another', () => {
    const lines = text.split('\n')
    const bare = lines.map((line) => (DIRECTIVE.test(line) ? '' : line)).join('\n')
    const expected = lines.flatMap((line, index) => (DIRECTIVE.test(line) ? [index + 2] : []))
    expect(expected.length).toBeGreaterThan(20)
    expect([...new Set(errorLines(bare))]).toEqual(expected)
  })

  test('know every error of the contract by its name', () => {
    const { 'x-errors': rows } = JSON.parse(readFileSync(join('openrpc.json'), 'utf8')) as { 'x-errors': object }
    const named = new Set([...text.matchAll(/case '([a-z-]+)':/g)].map(([, name]) => name))
    expect([...named].sort()).toEqual([...Object.keys(rows), 'node-error'].sort())
  })
})
