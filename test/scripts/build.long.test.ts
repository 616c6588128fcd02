import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../support/source-files.js'

const BUILD = join(ROOT, 'scripts/build.mjs')
const SOURCES = {
  'package.json': '{ "type": "module" }',
  'openrpc.json': '{}',
  'tsconfig.build.json':
    '{ "compilerOptions": { "module": "NodeNext", "target": "ES2022", "rootDir": ".", "outDir": "dist", "types": [], "skipLibCheck": true }, "include": ["src"] }',
  'src/main.ts': "import { word } from './word.js'\nexport const said: string = word\n",
  'src/word.ts': "export const word = 'one'\n",
  'src/config/facts.json': '{}',
}

let folder: string
const at = (path: string) => join(folder, path)
const write = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-build-'))
  for (const [path, text] of Object.entries(SOURCES)) write(path, text)
  symlinkSync(join(ROOT, 'node_modules'), at('node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the build in the folder; calls `whileRunning` all the time until it has ended. */
const build = async (options: readonly string[] = [], whileRunning = () => {}) => {
  const child = spawn(process.execPath, [BUILD, ...options], { cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  let code: number | null | undefined
  child.on('close', (status) => {
    code = status
  })
  while (code === undefined) {
    whileRunning()
    await new Promise((next) => setTimeout(next, 1))
  }
  return { code, output }
}
const installWithoutCompiler = () => rmSync(at('node_modules'))

describe('the build', () => {
  test('leaves a running program whole: no file is ever missing, and what did not change is not touched', async () => {
    expect(await build()).toEqual({ code: 0, output: '' })
    expect(existsSync(at('dist/src/config/facts.json'))).toBe(true)
    const inode = statSync(at('dist/src/main.js')).ino
    write('src/word.ts', "export const word = 'two'\n")
    write('src/more.ts', 'export {}\n')
    const seen = new Set<string>()
    await build([], () => seen.add(`${readFileSync(at('dist/src/main.js'), 'utf8').length > 0}`))
    expect([...seen]).toEqual(['true'])
    expect(statSync(at('dist/src/main.js')).ino).toBe(inode)
    expect(readFileSync(at('dist/src/word.js'), 'utf8')).toContain('two')
    rmSync(at('src/more.ts'))
    await build()
    expect(existsSync(at('dist/src/more.js'))).toBe(false)
  })

  test('leaves the old one in place when the compiler finds a mistake', async () => {
    await build()
    write('src/word.ts', 'export const word: number = "three"\n')
    expect(await build()).toEqual({ code: 2, output: expect.stringContaining('not assignable') })
    expect(readFileSync(at('dist/src/word.js'), 'utf8')).toContain('one')
  })
})

describe('--if-stale, which npm runs after it installed', () => {
  test('compiles only what is not compiled yet', async () => {
    await build(['--if-stale'])
    const { mtimeMs } = statSync(at('dist/sources.sha256'))
    await build(['--if-stale'])
    expect(statSync(at('dist/sources.sha256')).mtimeMs).toBe(mtimeMs)
    write('src/word.ts', "export const word = 'two'\n")
    await build(['--if-stale'])
    expect(readFileSync(at('dist/src/word.js'), 'utf8')).toContain('two')
  })

  test('is content where there is no compiler, and says what to do where nothing was built', async () => {
    installWithoutCompiler()
    expect(await build(['--if-stale'])).toEqual({ code: 0, output: expect.stringContaining('npm prune --omit=dev') })
    write('dist/src/main.js', '')
    expect(await build(['--if-stale'])).toEqual({ code: 0, output: '' })
    expect((await build()).code).toBe(1)
  })

  test('never compiles in an installed package, compiler or not', async () => {
    rmSync(at('tsconfig.build.json'))
    expect(await build(['--if-stale'])).toEqual({ code: 0, output: '' })
    expect(existsSync(at('dist'))).toBe(false)
  })
})
