import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeSocketNode } from '../../../support/fake-socket-node.js'
import { callOf, startTestGateway } from '../../../support/gateway.js'
import { operatorDocument, ref, subscribingMethods } from '../../../support/operator-document.js'
import { started, temporaryFolder } from '../../../support/started.js'
import { openSocket } from '../../../support/web-socket.js'

const node = started(() => startFakeSocketNode())
const folder = temporaryFolder()

/** A document with a subscription whose only param is a config object. */
const ownDocument = () => {
  const [subscribe, unsubscribe] = subscribingMethods('own', 'ownEvent')
  const params = [{ name: 'config', description: 'Of which events.', schema: ref('BalanceConfig') }]
  const path = join(folder, 'own.json')
  writeFileSync(path, JSON.stringify(operatorDocument([{ ...subscribe, params }, unsubscribe!])))
  return path
}

test('a commitment that is the default of a built-in subscription is left out there, and goes on with an own one', async () => {
  const upstreams = [{ name: 'node', url: 'http://127.0.0.1:9', wsUrl: node.url }]
  const gateway = await startTestGateway({
    networks: { eth: { upstreams }, sol: { family: 'solana', upstreams } },
    contracts: [ownDocument()],
  })
  const key = await gateway.addKey()
  const config = { commitment: 'finalized' }
  for (const [network, call] of [
    ['sol', callOf('logsSubscribe', ['all', config])],
    ['eth', callOf('own_subscribe', [config])],
  ] as const) {
    const socket = await openSocket(`${gateway.url}/${network}/ws/v3/${key}`)
    expect(JSON.parse(await socket.ask(call))).not.toHaveProperty('error')
    await socket.close()
  }
  await gateway.stop()
  const subscribed = node.calls.filter(({ method }) => /subscribe$/i.test(method) && !/unsubscribe/i.test(method))
  expect(subscribed.map(({ params }) => params)).toEqual([['all'], [config]])
})
