import { started } from '../../support/started.js'
import {
  anAccountFor,
  askAgain,
  newTally,
  PRICE,
  post,
  STORM_REPLY_MS,
  sendAll,
  startReplicas,
  usageOf,
} from './gateways.js'

const replicas = started(() => startReplicas(4))

test('of 8K concurrent calls by HTTP, batch and WebSocket over 4 processes, exactly K are answered', async () => {
  const calls = 300
  const { account, key } = await anAccountFor(replicas.folder, calls)
  const tally = newTally()
  const urls = replicas.processes.map(({ url }) => url)
  const all: Promise<void>[] = []
  for (let index = 0; index < calls * 2; index++) all.push(post(urls[index % 4]!, key, index, tally, STORM_REPLY_MS))
  const batch = Array.from({ length: 100 }, (_, id) => id)
  for (let index = 0; index < (calls * 3) / 100; index++)
    all.push(post(urls[index % 4]!, key, batch, tally, STORM_REPLY_MS))
  for (const url of urls) all.push(sendAll(url, key, (calls * 3) / 4, tally))
  await Promise.all(all)
  // On a busy machine PostgreSQL and the node answer late.
  const givenBack = await askAgain(replicas.folder, urls[0]!, { account, key }, tally)
  expect([...tally.others]).toEqual([])
  expect(tally).toMatchObject({ answered: calls, exhausted: calls * 7 })
  // A gateway that ends has written all usage.
  await Promise.all(replicas.processes.map((one) => one.stop()))
  expect(await usageOf(replicas.folder, account)).toMatchObject({ credits: calls * PRICE, calls: calls + givenBack })
})
