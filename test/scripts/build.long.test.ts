import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../support/source-files.js'

const BUILD = join(ROOT, 'scripts/build.mjs')
const SOURCES = {
  'package.json': '{ "type": "module" }',
  'openrpc.json': '{}',
  'tsconfig.build.json':
    '{ "compilerOptions": { "module": "NodeNext", "target": "ES2022", "rootDir": ".", "outDir": "dist", "types": [], "skipLibCheck": true }, "include": ["src"] }',
  'src/main.ts': `declare const process: any
process.stdin.once('data', async () => process.stdout.write((await import('./word.js')).word))
process.stdout.write('started ')
`,
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

/** Starts the program that was built; `word` lets it import its word, and returns that. */
const startBuilt = async () => {
  const running = spawn(process.execPath, ['dist/src/main.js'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const output = running.stdout.setEncoding('utf8')
  expect((await once(output, 'data'))[0]).toBe('started ')
  return {
    word: async () => {
      running.stdin.end('\n')
      return (await text(output)).trim()
    },
  }
}
const builtWord = async () => (await startBuilt()).word()
/** Lets the time pass, as if all that was built were some days older. */
const age = (days: number) => {
  for (const path of readdirSync(at('dist'), { recursive: true, encoding: 'utf8' })) {
    // Seconds, because a date has whole milliseconds only, and loses which was earlier.
    const earlier = statSync(at(`dist/${path}`)).mtimeMs / 1_000 - days * 24 * 3_600
    utimesSync(at(`dist/${path}`), earlier, earlier)
  }
}
const bundles = () => readdirSync(at('dist/src')).filter((name) => name.startsWith('word-'))

describe('the build', () => {
  test('leaves a running program whole: no file is ever missing, and what did not change is not touched', async () => {
    expect(await build()).toEqual({ code: 0, output: '' })
    const inode = statSync(at('dist/src/config/facts.json')).ino
    const running = await startBuilt()
    write('src/word.ts', "export const word = 'two'\n")
    const seen = new Set<string>()
    await build([], () => seen.add(`${readFileSync(at('dist/src/main.js'), 'utf8').length > 0}`))
    expect([...seen]).toEqual(['true'])
    expect(statSync(at('dist/src/config/facts.json')).ino).toBe(inode)
    expect([await running.word(), await builtWord()]).toEqual(['one', 'two'])
  })

  test('keeps bundles for a week after the build that replaced them, unless it is for packing', async () => {
    await build()
    const [first] = bundles()
    for (const [before, word, days] of [
      ['one', 'two', 30],
      ['two', 'three', 6],
    ] as const) {
      age(days)
      const running = await startBuilt()
      write('src/word.ts', `export const word = '${word}'\n`)
      await build()
      expect([bundles(), await running.word()]).toEqual([expect.arrayContaining([first]), before])
    }
    age(2)
    await build()
    expect(bundles()).not.toContain(first)
    expect(bundles()).toHaveLength(2)
    write('src/word.ts', "export const word = 'four'\n")
    await build(['--exact'])
    expect([bundles().length, await builtWord()]).toEqual([1, 'four'])
  })

  test('leaves the old one in place when the compiler finds a mistake', async () => {
    await build()
    write('src/word.ts', 'export const word: number = "three"\n')
    expect(await build()).toEqual({ code: 2, output: expect.stringContaining('not assignable') })
    expect(await builtWord()).toBe('one')
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
    expect(await builtWord()).toBe('two')
  })

  test('compiles again with build scripts that changed', async () => {
    const stamps = new Set<string>()
    for (const text of ['', '// changed']) {
      write('scripts/build.mjs', text)
      await build(['--if-stale'])
      stamps.add(readFileSync(at('dist/sources.sha256'), 'utf8'))
    }
    expect(stamps.size).toBe(2)
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
