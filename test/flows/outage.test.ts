import { JsonRpcProvider } from 'ethers'
import { createPublicClient, http } from 'viem'
import { httpUrl } from '../support/addresses.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, post, startTestGateway } from '../support/gateway.js'
import { ownPort } from '../support/own-port.js'
import { started } from '../support/started.js'

const VALUE = `0x${'0'.repeat(63)}2`

const partner = started(() => startFakeUpstream(() => ({ resultText: `"${VALUE}"` })))
/** A gateway that starts while no node of its networks listens. */
const gateway = started(async () => {
  const outage = { urls: [`http://127.0.0.1:${await ownPort()}`], partner: partner.url, cache: false }
  return startTestGateway({ networks: { named: { ...outage, chainId: 5 }, nameless: outage } })
})
const urlOf = async (network: string) =>
  httpUrl(gateway, network, await gateway.addKey({}, { plan: 'growth', isFailoverOn: true }))

test('in an outage ethers, which asks for the chain first, gets the storage that the partner has', async () => {
  const provider = new JsonRpcProvider(await urlOf('named'))
  expect(await provider.getStorage(ADDRESS, 0)).toBe(VALUE)
  expect((await provider.getNetwork()).chainId).toBe(5n)
  provider.destroy()
})

test('in an outage viem gets the storage that the partner has', async () => {
  const client = createPublicClient({ transport: http(await urlOf('named')) })
  expect(await client.getStorageAt({ address: ADDRESS, slot: '0x0' })).toBe(VALUE)
  expect(await client.getChainId()).toBe(5)
})

test('a chain id that no operator configured is unknown in an outage, and nothing else is answered', async () => {
  const [named, nameless] = await Promise.all(['named', 'nameless'].map(urlOf))
  const reasons = async (url: string, method: string) => (await post(url, callOf(method))).json.error?.data.name
  expect([await reasons(nameless!, 'eth_chainId'), await reasons(named!, 'eth_blockNumber')]).toEqual([
    'no-upstream',
    'no-upstream',
  ])
  const { json, headers } = await post(named!, callOf('eth_chainId'))
  expect([json.result, headers.get('x-served-by'), headers.get('x-credits-cost')]).toEqual(['0x5', 'cache', '5'])
  expect(new Set(partner.requests.map(({ json: asked }) => asked.method))).toEqual(new Set(['eth_getStorageAt']))
})
