import { started } from '../../support/started.js'
import { anAccountFor, newTally, PRICE, post, sendAll, startReplicas, type Tally } from './gateways.js'

const replicas = started(() => startReplicas(4))

/**
 * Returns how many calls were refused because PostgreSQL was silent for too long. Removes them from
 * the tally.
 */
const takeUnavailable = ({ others }: Tally): number => {
  const texts = [...others.keys()].filter((text) => text.includes('ledger_unavailable'))
  const calls = texts.reduce((sum, text) => sum + others.get(text)!, 0)
  for (const text of texts) others.delete(text)
  return calls
}

const usageOf = (account: string) => replicas.folder.json('usage', '--account', account)

test('of 8K concurrent calls by HTTP, batch and WebSocket over 4 processes, exactly K are answered', async () => {
  const calls = 300
  const { account, key } = await anAccountFor(replicas.folder, calls)
  const tally = newTally()
  const urls = replicas.processes.map(({ url }) => url)
  const all: Promise<void>[] = []
  for (let index = 0; index < calls * 2; index++) all.push(post(urls[index % 4]!, key, index, tally))
  for (let index = 0; index < (calls * 3) / 100; index++) {
    all.push(
      post(
        urls[index % 4]!,
        key,
        Array.from({ length: 100 }, (_, id) => id),
        tally,
      ),
    )
  }
  for (const url of urls) all.push(sendAll(url, key, (calls * 3) / 4, tally))
  await Promise.all(all)
  // On a busy machine PostgreSQL answers late. Clients ask again then.
  for (let calls = takeUnavailable(tally); calls > 0; calls = takeUnavailable(tally))
    for (let sent = 0; sent < calls; sent += 100)
      await post(
        urls[0]!,
        key,
        Array.from({ length: Math.min(100, calls - sent) }, (_, id) => id),
        tally,
      )
  expect([...tally.others]).toEqual([])
  expect(tally).toMatchObject({ answered: calls, exhausted: calls * 7 })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await usageOf(account)).toMatchObject({ credits: calls * PRICE, calls })
})
