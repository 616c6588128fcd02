import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type ReadConfig,
  type ReadingOptions,
  readInThread,
  readToStart,
} from '../../../src/server/config/read-in-thread.js'
import { temporaryFolder } from '../../support/started.js'

const folder = temporaryFolder()

/** Returns the address of a module that a thread runs instead of the reading. */
const threadOf = (name: string, text: string): URL => {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, `import { parentPort, workerData } from 'node:worker_threads'\n${text}`)
  return pathToFileURL(path)
}
const never = () => () => {}
const read = (thread: URL, more: ReadingOptions = {}) =>
  readInThread('/etc/tollgate.yaml', {}, { thread, startLimit: never, ...more })
/**
 * Reads in a thread that sends the files but never a result. The time is up once it has sent them.
 */
const readTooLong = async (name: string, text: string): Promise<ReadConfig> => {
  let endTime: () => void = () => {}
  const told = 'parentPort.postMessage({ files: new Map() })'
  return read(threadOf(name, text.replace('TOLD', told)), {
    onFiles: () => endTime(),
    startLimit: (onLate) => {
      endTime = onLate
      return () => {}
    },
  })
}

describe('a configuration that is read in a thread', () => {
  test.each([
    ['waits for a file', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
    ['computes without an end', 'for (;;);'],
  ])('and %s is refused by the name of the file that was begun last', async (name, endless) => {
    const begun = "parentPort.postMessage({ file: '/mnt/gone/own.json' })"
    const { config, mistakes } = await readTooLong(name.replaceAll(' ', '-'), `${begun}\nTOLD\n${endless}`)
    expect(config).toBeUndefined()
    expect(mistakes).toMatchObject([{ file: '/mnt/gone/own.json', line: 1, column: 1 }])
    expect(mistakes[0]!.message).toMatch(/^was not read and judged within 30 s: /)
  })

  test('and never begins a file is refused by the name of its own', async () => {
    const { mistakes } = await readTooLong('silent', 'TOLD\nsetInterval(() => {}, 1_000)')
    expect(mistakes).toMatchObject([{ file: '/etc/tollgate.yaml' }])
  })

  test('is read once more after one that never ended', async () => {
    await readTooLong('endless', 'TOLD\nfor (;;);')
    const told = 'parentPort.postMessage({ result: { config: undefined, mistakes: [{ message: workerData.path }] } })'
    expect(await read(threadOf('quick', told))).toEqual({
      config: undefined,
      mistakes: [{ message: '/etc/tollgate.yaml' }],
    })
  })

  test('and is no longer wanted ends at once, and says nothing', async () => {
    const stopping = new AbortController()
    const { signal } = stopping
    const reading = read(threadOf('unwanted', 'for (;;);'), { signal })
    stopping.abort()
    const nothing = { config: undefined, mistakes: [] }
    expect(await reading).toEqual(nothing)
    expect(await read(threadOf('late', 'for (;;);'), { signal })).toEqual(nothing)
  })

  test('rejects when its thread breaks', async () => {
    await expect(read(threadOf('broken', "throw new Error('no such module')"))).rejects.toThrow('no such module')
    await expect(read(threadOf('quiet', 'parentPort.unref()'))).rejects.toThrow(/ended with 0/)
  })
})

test('the start tells of the token keys before it reads them, so that their next change is noticed', async () => {
  const [path, jwks] = [join(folder, 'tollgate.yaml'), join(folder, 'keys.json')]
  const config = {
    plans: { core: { dailyCredits: 1_000, creditsPerSecond: 1_000 } },
    admin: { token: 'sixteen-characters' },
    networks: { main: { family: 'evm', chainId: 1, upstreams: [{ name: 'node', url: 'http://127.0.0.1:1' }] } },
    tokens: { jwks, issuer: 'https://id.example', audience: 'tollgate' },
  }
  writeFileSync(path, JSON.stringify(config))
  writeFileSync(jwks, '{"keys":[]}')
  const followed: string[] = []
  const { mistakes } = await readToStart(path, {}, (files) => followed.push(...files.keys()))
  expect(mistakes).toEqual([])
  expect(followed).toEqual([path, jwks])
})
