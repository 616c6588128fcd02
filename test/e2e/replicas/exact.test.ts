import { expectSoon } from '../../support/expect-soon.js'
import { started } from '../../support/started.js'
import { anAccountFor, newTally, PRICE, post, sendAll, startReplicas, type Tally } from './gateways.js'

const replicas = started(() => startReplicas(4))

/** These callers wait as long as the test may take. */
const REPLY_MS = 120_000

/**
 * Returns how many calls were refused, and cost nothing, for such a reason: PostgreSQL or the node
 * was silent for too long. Removes them from the tally.
 */
const takeRefused = ({ others }: Tally, reason: 'ledger_unavailable' | 'upstream_timeout'): number => {
  const texts = [...others.keys()].filter((text) => text.includes(reason))
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
  for (let index = 0; index < calls * 2; index++) all.push(post(urls[index % 4]!, key, index, tally, REPLY_MS))
  for (let index = 0; index < (calls * 3) / 100; index++) {
    all.push(
      post(
        urls[index % 4]!,
        key,
        Array.from({ length: 100 }, (_, id) => id),
        tally,
        REPLY_MS,
      ),
    )
  }
  for (const url of urls) all.push(sendAll(url, key, (calls * 3) / 4, tally))
  await Promise.all(all)
  // On a busy machine PostgreSQL and the node answer late. Clients ask again then.
  let givenBack = 0
  for (;;) {
    const late = takeRefused(tally, 'upstream_timeout')
    const calls = late + takeRefused(tally, 'ledger_unavailable')
    if (calls === 0) break
    givenBack += late
    // The price of late calls is given back before.
    await expectSoon(async () => (await usageOf(account)).credits, tally.answered * PRICE, 10_000)
    for (let sent = 0; sent < calls; sent += 100)
      await post(
        urls[0]!,
        key,
        Array.from({ length: Math.min(100, calls - sent) }, (_, id) => id),
        tally,
        REPLY_MS,
      )
  }
  expect([...tally.others]).toEqual([])
  expect(tally).toMatchObject({ answered: calls, exhausted: calls * 7 })
  // A gateway that ends has written all usage.
  await Promise.all(replicas.processes.map((one) => one.stop()))
  expect(await usageOf(account)).toMatchObject({ credits: calls * PRICE, calls: calls + givenBack })
})
