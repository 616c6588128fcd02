import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { startPostgres } from '../support/postgres.js'
import {
  createServeFolder,
  evmNetwork,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { started, startedEach } from '../support/started.js'
import { LONG_MS, startWorkers, until } from '../support/workers.js'
import { anAccountFor, newTally, PRICE, post, type Tally, takeRefused, usageOf } from './replicas/gateways.js'

const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x10"' })))

const configText = (store: string, more = '') =>
  serveConfig({ main: evmNetwork(upstream.url) }, `log: { level: warn }\n${more}`)
    .replace(/^store:.*$/m, `store: "${store}"`)
    .replace(/^plans:$/m, 'plans:\n  custom: { creditsPerSecond: 100000000 }')
const journalsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.journal')) : []
const creditsOf = async (folder: ServeFolder, account: string): Promise<number> =>
  (await usageOf(folder, account)).credits
/** Posts batches one after the other until `isOver`. */
const load = async (url: () => string, key: string, tally: Tally, isOver: () => boolean) => {
  while (!isOver())
    await post(
      url(),
      key,
      Array.from({ length: 10 }, (_, id) => id),
      tally,
    )
}

describe('a SQLite store with two names', () => {
  const folder = startedEach(() => createServeFolder(configText('sqlite:./link.db')))
  beforeEach(async () => {
    mkdirSync(join(folder.folder, 'data'))
    symlinkSync('data/real.db', join(folder.folder, 'link.db'))
  })

  test('is served by one gateway at a time, of one or several processes', async () => {
    const gateway = await startServe(folder.configFile)
    const { account, key } = await anAccountFor(folder, 10)
    const tally = newTally()
    await post(gateway.url, key, 1, tally)
    const other = createServeFolder(configText(`sqlite:${join(folder.folder, 'data', 'real.db')}`))
    for (const options of [[], ['--workers', '2']])
      await expect(startServe(other.configFile, undefined, options)).rejects.toThrow('another gateway already serves')
    // Commands reach the same store by either name.
    expect([await creditsOf(folder, account), await creditsOf(other, account)]).toEqual([PRICE, PRICE])
    await gateway.stop()
    await (await startServe(other.configFile)).stop()
    other.remove()
  })
})

test('a journal that cannot be read blocks neither the workers nor other journals, is named, and its lines are not lost', async () => {
  const workers = await startWorkers(2)
  const journals = join(workers.folder.folder, 'tollgate.db.journals')
  const { account, key } = await anAccountFor(workers.folder, 1_000_000)
  const tally = newTally()
  let isOver = false
  const loading = Promise.all(
    Array.from({ length: 4 }, () =>
      load(
        () => workers.gateway.url,
        key,
        tally,
        () => isOver,
      ),
    ),
  )
  await until(() => tally.answered > 500, LONG_MS)
  const [bad] = journalsIn(journals)
  appendFileSync(join(journals, bad!), 'garbage\n')
  const victims = workers.pids()
  for (const victim of victims) process.kill(victim, 'SIGKILL')
  await until(() => workers.logged('a journal is not settled').length > 0, LONG_MS)
  expect(workers.logged('a journal is not settled')).toMatchObject([
    { journal: join(journals, bad!), state: 'damaged', reason: expect.stringMatching(/its line \d+ is not JSON/) },
  ])
  // The good journal is settled, the workers that replace the killed ones write two more, and calls
  // are answered.
  await until(() => journalsIn(journals).length === 3 && journalsIn(journals).includes(bad!), LONG_MS)
  const before = tally.answered
  await until(() => tally.answered > before + 200, LONG_MS)
  isOver = true
  await loading
  await workers.gateway.stop()
  expect(journalsIn(journals)).toEqual([bad])
  await expect(startServe(workers.folder.configFile)).rejects.toThrow(`the journal ${join(journals, bad!)}: its line`)
  await workers.folder.json('store', 'journals', '--set-aside', bad!)
  await (await startServe(workers.folder.configFile)).stop()
  const credits = await creditsOf(workers.folder, account)
  const lost = tally.others.get('lost') ?? 0
  expect(credits).toBeGreaterThanOrEqual(tally.answered * PRICE)
  expect(credits).toBeLessThanOrEqual((tally.answered + lost) * PRICE)
  await workers.stop()
})

describe('with PostgreSQL', () => {
  test('a copied state folder does not end the process that writes it, and a wrong store does not delete its journal', async () => {
    const postgres = await startPostgres()
    const folder = createServeFolder(configText(postgres.url))
    const running: ServeProcess[] = []
    const start = async (one: ServeFolder) => {
      running.push(await startServe(one.configFile))
      return running.at(-1)!
    }
    const calls = 4_000
    const { account, key } = await anAccountFor(folder, calls)
    const first = await start(folder)
    const tally = newTally()
    let isOver = false
    const urls = [first.url]
    let next = 0
    const loading = Promise.all(
      Array.from({ length: 4 }, () =>
        load(
          () => urls[next++ % urls.length]!,
          key,
          tally,
          () => isOver,
        ),
      ),
    )
    await until(() => tally.answered > 300, LONG_MS)
    const copy = createServeFolder(configText(postgres.url, 'stateDir: ./copied\n'))
    // The gateway writes the journal while it is copied, so the copy may end anywhere.
    cpSync(join(folder.folder, 'tollgate-state'), join(copy.folder, 'copied'), { recursive: true })
    const second = await start(copy)
    urls.push(second.url)
    await second.until('stderr', /is not where its process wrote it/)
    await until(() => tally.exhausted > 100, LONG_MS)
    isOver = true
    await loading
    // Calls that waited too long for a slow PostgreSQL were refused, and cost nothing.
    takeRefused(tally, 'ledger_unavailable')
    expect([...tally.others]).toEqual([])
    expect(tally.answered).toBe(calls)
    await until(async () => (await creditsOf(folder, account)) === calls * PRICE)
    expect(first.stderr).not.toContain('does not know')

    // The second gateway is killed, and started once with an empty database.
    const { account: another, key: anotherKey } = await anAccountFor(folder, 100)
    const kept = join(copy.folder, 'copied')
    const own = journalsIn(kept).find((name) => !journalsIn(join(folder.folder, 'tollgate-state')).includes(name))!
    for (let id = 0; id < 5; id++) await post(second.url, anotherKey, id, tally)
    second.child.kill('SIGKILL')
    await second.exited
    copy.save(configText(await postgres.createDatabase('wrong'), 'stateDir: ./copied\n'))
    const wrong = await start(copy)
    await wrong.until('stderr', /the store does not know its process/)
    await wrong.stop()
    expect(journalsIn(kept)).toContain(own)
    copy.save(configText(postgres.url, 'stateDir: ./copied\n'))
    await start(copy)
    expect(journalsIn(kept)).not.toContain(own)
    expect(await creditsOf(folder, another)).toBe(5 * PRICE)

    await Promise.all(running.map((one) => one.stop()))
    await postgres.stop()
    folder.remove()
    copy.remove()
  })
})
