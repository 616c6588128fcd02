import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { httpUrl } from '../support/addresses.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, PROGRAM, serveConfig, startProgram } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'
import { startedEach } from '../support/started.js'

/**
 * Packages that `tollgate serve` loads to start and to answer. Loading takes most of the time of a
 * start, and loaded code is most of the memory of an idle process. One import of a value from
 * Kysely, where only types were needed, loaded 300 files and 8 MB in every gateway.
 */
const NEEDED = ['@noble/hashes', 'ipaddr.js', 'libsql', 'pino', 'prom-client', 'ws', 'yaml']
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const program = `${pathToFileURL(join(ROOT, 'dist', 'src'))}/`
/** A few lines of Ajv that its generated code calls. */
const GENERATED_NEEDS = 'node_modules/ajv/dist/runtime/'

const files = startedEach(() => createServeFolder(''))

/** The modules in a bundle of the program, each behind a comment that names it; else the file. */
const modulesIn = (url: string): string[] =>
  url.startsWith(program)
    ? [...readFileSync(fileURLToPath(url), 'utf8').matchAll(/^\/\/ (\S+\.[cm]?js)$/gm)].map(([, path]) => path!)
    : [url]

/**
 * Starts a gateway, calls rpc.discover and stops the gateway. Returns all modules that it loaded;
 * V8 writes their files down when the process ends.
 */
const loadedFor = async (more: string): Promise<string[]> => {
  files.save(serveConfig({ main: evmNetwork('http://127.0.0.1:1') }, more))
  const { key } = await files.createKey('main')
  const coverage = join(files.folder, 'coverage')
  const running = startProgram(['serve', '--json', '--config', files.configFile], PROGRAM, {
    NODE_V8_COVERAGE: coverage,
  })
  try {
    const [line] = await running.until('stdout', /^\{.*\}$/m)
    const { json } = await post(httpUrl(JSON.parse(line), 'main', key), callOf('rpc.discover'))
    expect(json.result.methods.length).toBeGreaterThan(1)
  } finally {
    await running.stop()
  }
  return readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as { result: { url: string }[] }
    return result.flatMap(({ url }) => modulesIn(url))
  })
}

const packagesOf = (places: readonly string[]): string[] => {
  const counted = places.filter((place) => !place.includes(GENERATED_NEEDS))
  return Object.keys(dependencies).filter((name) => counted.some((place) => place.includes(`node_modules/${name}/`)))
}

/** Modules that check documents, and the thread in which they run. */
const JUDGES = /\/contract\/(lint|read|schemas|validator-source)\.js$|\/reading-thread\.js$/

test('a gateway starts and answers with the packages that every gateway needs', async () => {
  const loaded = await loadedFor('')
  expect(packagesOf(loaded)).toEqual(NEEDED)
  expect(loaded).toContain('src/server/pipeline/stages/observe.js')
  expect(loaded.filter((place) => /\/(shipped-validators\.cjs|contract\/operator\/merge\.js)$/.test(place))).toEqual([])
  expect(loaded.filter((place) => JUDGES.test(place))).toEqual([])
})

test('and with the contracts that come with it needs no more, nor a thread', async () => {
  const loaded = await loadedFor('contracts: [{ name: ethereum }, { name: solana }]\n')
  expect(packagesOf(loaded)).toEqual(NEEDED)
  expect(loaded.filter((place) => place.endsWith('/shipped-validators.cjs'))).toHaveLength(1)
  expect(loaded.filter((place) => JUDGES.test(place))).toEqual([])
})
