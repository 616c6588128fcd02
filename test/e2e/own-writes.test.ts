import { httpUrl } from '../support/addresses.js'
import type { FakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, HASH, post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'
import { startWriteNode } from '../support/write-node.js'

const nodes = started(() => Promise.all([startWriteNode(), startWriteNode()]))
let answerLate = () => {}
const isLate = new Promise<void>((resolve) => {
  answerLate = resolve
})
const late = started(() => Promise.all([startWriteNode(isLate), startWriteNode()]))
const gateway = started(() => {
  const urls = (of: readonly FakeUpstream[]) => of.map(({ url }) => url)
  const toAll = [{ name: 'ethereum', broadcast: ['eth_sendRawTransaction'] }]
  return startTestGateway({
    // A second attempt at a slow read would ask the other node.
    networks: {
      one: { urls: urls(nodes), contracts: ['ethereum'], hedging: false },
      all: { urls: urls(late), contracts: toAll, hedging: false },
    },
  })
})

const clientOf = (network: string, key: string) => {
  const url = httpUrl(gateway, network, key)
  const ask = async (method: string, params: unknown[]) => (await post(url, callOf(method, params))).json.result
  const counts = async (calls: number) => {
    const found: number[] = []
    for (let call = 0; call < calls; call++)
      found.push(Number(await ask('eth_getTransactionCount', [ADDRESS, 'pending'])))
    return found
  }
  return { counts, send: () => ask('eth_sendRawTransaction', ['0x02c0']) }
}
const askedOf = (of: readonly FakeUpstream[], method: string) =>
  of.map(({ requests }) => requests.filter(({ json }) => json.method === method).length)

test('after a write its account reads from the node that took it; another account takes turns', async () => {
  const writer = clientOf('one', await gateway.addKey())
  const other = clientOf('one', await gateway.addKey())
  for (let sent = 1; sent <= 3; sent++) {
    expect(await writer.send()).toBe(HASH)
    expect(await writer.counts(20)).toEqual(Array(20).fill(sent))
  }
  expect((await other.counts(20)).sort()).toEqual([...Array(10).fill(0), ...Array(10).fill(3)])
})

test('after a write to all nodes its account reads from the one that took it first', async () => {
  const writer = clientOf('all', await gateway.addKey())
  expect(await writer.send()).toBe(HASH)
  answerLate()
  const before = askedOf(late, 'eth_getTransactionCount')
  await writer.counts(20)
  const after = askedOf(late, 'eth_getTransactionCount')
  expect(after.map((count, index) => count - before[index]!)).toEqual([0, 20])
})
