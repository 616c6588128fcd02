import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter } from '../support/emitter.js'
import { startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

const chain = started(() => startAnvil())
const gateway = started(() =>
  startTestGateway({ networks: { eth: { urls: [chain.url] } }, contracts: [{ name: 'ethereum' }] }),
)

test('a development node forks the chain through the gateway', async () => {
  const emitter = await deployEmitter(chain.url)
  await emitter.emitTicks(3)
  const forkUrl = httpUrl(gateway, 'eth', await gateway.addKey())
  const fork = await startAnvil({ args: ['--fork-url', forkUrl, '--retries', '0'] })
  try {
    const { contractAddress } = emitter
    const both = (method: string, params: unknown[]) =>
      Promise.all([chain.url, fork.url].map((url) => callNode(url, method, params)))
    for (const [method, ...params] of [
      ['eth_blockNumber'],
      ['eth_getCode', contractAddress, 'latest'],
      ['eth_getBalance', contractAddress, '0x1'],
      ['eth_getBlockByNumber', '0x1', false],
      ['eth_getLogs', { address: contractAddress, fromBlock: '0x0' }],
    ] as const) {
      const [own, forked] = await both(method, params)
      expect([method, forked]).toEqual([method, own])
    }
  } finally {
    await fork.stop()
  }
})
