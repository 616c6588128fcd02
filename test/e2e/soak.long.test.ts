import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServeFolder, type ProgramProcess, serveConfig, startProgram } from '../support/serve-process.js'

/**
 * Minutes that a gateway serves mixed calls, in which no unused memory may gather. By hand, run it
 * with `SOAK_MINUTES=60`.
 *
 * The gateway collects all garbage before each look, so that memory that grows is memory that it
 * holds. The test judges the slope over the last half of the time: the median of the slopes between
 * all looks, which a few odd looks do not move.
 *
 * A machine that stalls makes calls gather, and memory rises by a step that the allocator keeps.
 * The soak then goes on until the last half has no slope, at most twice as long. With a leak, it
 * always has one.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 4)
const CALLS_PER_SECOND = 300
const LOOKS = 60
/** Full within the first minute. */
const SMALL_CACHE_BYTES = 2_097_152
/** Megabytes a minute. The longer the soak, the less the noise. */
const HEAP_AT_MOST = MINUTES > 10 ? 0.05 : 0.25
const EXTERNAL_AT_MOST = MINUTES > 10 ? 0.1 : 0.5
const RESIDENT_AT_MOST = MINUTES > 10 ? 0.2 : 1
const MEGABYTE = 1_048_576

interface Look {
  readonly atMinutes: number
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Megabytes a minute: the Theil-Sen estimator. */
const slopeOf = (looks: readonly Look[], read: (look: Look) => number): number =>
  median(
    looks.flatMap((from, at) =>
      looks.slice(at + 1).map((to) => (read(to) - read(from)) / MEGABYTE / (to.atMinutes - from.atMinutes)),
    ),
  )

/** Returns the slopes over the last looks: half of the looks that a soak has at least. */
const slopesOf = (looks: readonly Look[]) => {
  const late = looks.slice(-LOOKS / 2)
  return {
    heap: slopeOf(late, ({ heapUsed }) => heapUsed),
    external: slopeOf(late, ({ external }) => external),
    resident: slopeOf(late, ({ rss }) => rss),
  }
}

const isLevel = ({ heap, external, resident }: ReturnType<typeof slopesOf>): boolean =>
  heap < HEAP_AT_MOST && external < EXTERNAL_AT_MOST && resident < RESIDENT_AT_MOST

const startLoad = async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/soak-process.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => JSON.parse((await lines.next()).value)
  return { child, line, urls: (await line()).urls as string[] }
}

/** Makes the gateway collect its garbage, and reads how much memory it still holds. */
const lookAt = async (gateway: ProgramProcess, file: string, startedMs: number): Promise<Look> => {
  // Text behind the last end of a line is still being written.
  const linesOf = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])
  const before = linesOf().length
  process.kill(gateway.pid, 'SIGUSR2')
  while (linesOf().length === before) await sleep(50)
  return { atMinutes: (performance.now() - startedMs) / 60_000, ...JSON.parse(linesOf().at(-1)!) }
}

/** Soaks a gateway with this configuration. */
const soak = async (cache: string) => {
  const load = await startLoad()
  const upstreams = load.urls.map((url, index) => `{ name: node-${index + 1}, url: "${url}" }`).join(', ')
  const folder = createServeFolder(
    serveConfig({ eth: `family: evm, hosts: [], cache: ${cache !== ''}, upstreams: [${upstreams}]` }, cache)
      // More credits than the soak needs.
      .replace('core: { dailyCredits: 3000000,', 'core: { dailyCredits: 1000000000000,'),
  )
  let gateway: ProgramProcess | undefined
  try {
    const probe = join(folder.folder, 'memory')
    const running = startProgram(['serve', '--json', '--config', folder.configFile], undefined, {
      NODE_OPTIONS: `--import ${resolve('test/support/memory-probe.mjs')}`,
      MEMORY_PROBE_FILE: probe,
      // glibc keeps an arena for each thread. Arenas fill unevenly for many minutes: resident
      // memory grows by up to 2 MB a minute while the heap shrinks.
      MALLOC_ARENA_MAX: '1',
    })
    gateway = running
    const [ready] = await running.until('stdout', /^\{.*\}$/m)
    const { url, adminUrl } = JSON.parse(ready) as { url: string; adminUrl: string }
    const { key } = await folder.createKey('eth')
    load.child.stdin.write(`${JSON.stringify({ url: `${url}/eth/v3/${key}`, callsPerSecond: CALLS_PER_SECOND })}\n`)
    const startedMs = performance.now()
    const looks: Look[] = []
    for (let number = 1; number <= LOOKS || (number <= 2 * LOOKS && !isLevel(slopesOf(looks))); number++) {
      await sleep(Math.max(0, startedMs + (number * MINUTES * 60_000) / LOOKS - performance.now()))
      looks.push(await lookAt(running, probe, startedMs))
    }
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
    load.child.stdin.end()
    const calls = (await load.line()) as Record<string, number>
    const slopes = slopesOf(looks)
    const show = ({ atMinutes, rss, heapUsed, external }: Look) =>
      [atMinutes, ...[rss, heapUsed, external].map((bytes) => bytes / MEGABYTE)]
        .map((value) => value.toFixed(1))
        .join(' / ')
    const shown = looks.filter((_, index) => index % (LOOKS / 12) === LOOKS / 12 - 1)
    console.log(
      `${JSON.stringify(calls)}\nminutes / MB resident / of the heap / outside it:\n${shown.map(show).join('\n')}\n` +
        `MB a minute in the last half: ${JSON.stringify(slopes)}`,
    )
    const cacheBytes = Number(/^tollgate_cache_bytes (\d+)/m.exec(metrics)?.[1])
    return { calls, slopes, cacheBytes }
  } finally {
    load.child.kill()
    if (load.child.exitCode === null && load.child.signalCode === null) await once(load.child, 'exit')
    await gateway?.stop()
    folder.remove()
  }
}

const onLinux = process.platform === 'linux' ? test : test.skip
const CACHES = [
  ['with the cache off', '', 0],
  ['with a small cache', `cache: { maxBytes: ${SMALL_CACHE_BYTES} }\n`, 0.9 * SMALL_CACHE_BYTES],
] as const

describe(`${MINUTES} minutes of mixed calls`, () => {
  /** Both at the same time: a soak leaves most of a core free. */
  const soaks = new Map<string, ReturnType<typeof soak>>()
  beforeAll(
    async () => {
      for (const [title, cache] of CACHES) soaks.set(title, soak(cache))
      await Promise.allSettled(soaks.values())
    },
    (2 * MINUTES + 3) * 60_000,
  )

  onLinux.each(CACHES)('%s leave no memory behind', async (title, _, leastCacheBytes) => {
    const { calls, slopes, cacheBytes } = await soaks.get(title)!
    // It was a soak: a good part of the calls was sent, and none was lost.
    expect(calls.unanswered).toBe(0)
    expect(calls.answered).toBeGreaterThan(MINUTES * 60 * CALLS_PER_SECOND * 0.25)
    expect(cacheBytes).toBeGreaterThanOrEqual(leastCacheBytes)
    expect(slopes.heap).toBeLessThan(HEAP_AT_MOST)
    expect(slopes.external).toBeLessThan(EXTERNAL_AT_MOST)
    expect(slopes.resident).toBeLessThan(RESIDENT_AT_MOST)
  })
})
