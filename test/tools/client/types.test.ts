import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'test/tools/client/calls.ts'
const DIRECTIVE = /^\s*\/\/ @ts-expect-error (.*)$/

/**
 * The lines (from 1) on which the compiler finds errors in a version of the file, by the options of
 * this repository.
 */
const errorLines = (text: string): number[] => {
  // As deep as the file itself, which imports the client by a relative path.
  mkdirSync('.tmp/client', { recursive: true })
  const folder = mkdtempSync(join('.tmp', 'client', 'types-'))
  try {
    const compilerOptions = { noEmit: true, rootDir: '../../..', lib: ['ES2023', 'DOM'] }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions, include: ['calls.ts'], exclude: [] }),
    )
    writeFileSync(join(folder, 'calls.ts'), text)
    const compiler = join('node_modules', 'typescript-native', 'bin', 'tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
    const errors = stdout.split('\n').filter((line) => / error TS\d+: /.test(line))
    const places = errors.map((line) => /calls\.ts\((\d+),\d+\)/.exec(line)?.[1])
    expect(errors.filter((_, index) => places[index] === undefined)).toEqual([])
    return places.map(Number)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
    const { 'x-errors': rows } = JSON.parse(readFileSync('openrpc.json', 'utf8')) as { 'x-errors': object }
    const named = new Set([...text.matchAll(/case '([a-z-]+)':/g)].map(([, name]) => name))
    expect([...named].sort()).toEqual([...Object.keys(rows), 'node-error'].sort())
  })
})
