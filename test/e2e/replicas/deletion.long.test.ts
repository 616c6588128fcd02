import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../support/postgres.js'
import { started } from '../../support/started.js'
import { LONG_MS, startWorkers, until, type Workers } from '../../support/workers.js'
import { anAccountFor, count, newTally, PRICE, type Tally } from './gateways.js'

const CALLS = 40

let machines: Workers[] = []
const postgres = started(() => startPostgres())
afterEach(async () => {
  await Promise.all(machines.map((one) => one.stop()))
})

const post = (url: string, key: string, method: string, params: readonly string[] = []) =>
  fetch(`${url}/main/v3/${key}`, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })

const status = async (url: string, key: string): Promise<number> => (await post(url, key, 'rpc.discover')).status

/** Makes a call with a separate slot, which a node has to answer, and counts its outcome. */
const call = async (url: string, key: string, slot: number, tally: Tally): Promise<void> => {
  const params = [`0x${'ab'.repeat(20)}`, `0x${slot.toString(16)}`, 'latest']
  const response = await post(url, key, 'eth_getStorageAt', params)
  count(tally, (await response.json()) as Parameters<typeof count>[1])
}

const places = {
  'two workers on SQLite': () => [startWorkers(2)],
  'two gateways of two workers each on PostgreSQL': () => [0, 1].map(() => startWorkers(2, { store: postgres.url })),
}

describe.each(Object.keys(places) as (keyof typeof places)[])('with %s', (place) => {
  test.each(['account', 'key'] as const)(
    'calls in flight of a deleted %s are answered and charged, later ones refused',
    async (what) => {
      machines = await Promise.all(places[place]())
      const { folder } = machines[0]!
      const urls = machines.map(({ gateway }) => gateway.url)
      const { account, id, key } = await anAccountFor(folder, 100_000)
      for (const url of urls) await until(async () => (await status(url, key)) === 200)
      const tally = newTally()
      let answer = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      for (const { upstream } of machines)
        upstream.setScript(async ({ body }) => {
          if (body.includes('eth_getStorageAt')) await answered
          return { resultText: '"0x10"' }
        })
      const calls = Array.from({ length: CALLS }, (_, slot) => call(urls[slot % urls.length]!, key, slot, tally))
      const asked = () =>
        machines.flatMap(({ upstream }) => upstream.requests.filter(({ body }) => body.includes('eth_getStorageAt')))
      await until(() => asked().length === CALLS)
      expect(tally.answered).toBe(0)
      await folder.json(what, 'delete', what === 'account' ? account : id, '--yes')
      for (const url of urls) await until(async () => (await status(url, key)) === 401, 2_000)
      answer()
      await Promise.all(calls)
      expect([...tally.others]).toEqual([])
      expect(tally.answered).toBe(CALLS)
      const usage = () => folder.json('usage', '--account', account)
      // A deleted account has no usage until the first of its charges is in the store.
      const credits = async () => (await usage().catch(() => undefined))?.credits
      await until(async () => (await credits()) === CALLS * PRICE, LONG_MS)
      // Leases of a deleted account are handed back like those of an idle one.
      await pause(2_500)
      expect(await usage()).toMatchObject({ calls: CALLS, credits: CALLS * PRICE })
      expect(await folder.json('store', 'check')).toEqual({ differences: [] })
    },
  )
})
