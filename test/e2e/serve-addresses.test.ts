import { request } from 'node:http'
import { methods } from '../../generated/methods.js'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf } from '../support/gateway.js'
import { ownPort } from '../support/own-port.js'
import { createServeFolder, evmNetwork, runCommand, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

const anvil = started(() => startAnvil())
const files = started(async () => {
  const networks = {
    named: evmNetwork(anvil.url).replace('hosts: []', 'hosts: [Named.Localhost]'),
    prefixed: evmNetwork(anvil.url),
  }
  const port = await ownPort()
  return createServeFolder(
    serveConfig(networks).replace('listen: { host: 127.0.0.1, port: 0', `listen: { host: 127.0.0.1, port: ${port}`),
  )
})
const gateway = started(() => startServe(files.configFile))

/**
 * Posts to an address as a client does whose resolver knows `*.localhost`, which not every system's
 * does.
 */
const post = (address: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname } = new URL(address)
    const options = { host: '127.0.0.1', port, path: pathname, method: 'POST', headers: { host } }
    const outgoing = request(options, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(JSON.parse(text))
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(callOf('eth_chainId')))
  })

test('the addresses that `key create` prints are those that answer', async () => {
  const { id: account } = await files.json('account', 'create', '--name', 'Ann', '--plan', 'core')
  const args = ['key', 'create', '--account', account, '--network', 'named,prefixed', '--config', files.configFile]
  const { code, stdout, stderr } = await runCommand(...args)
  expect([code, stderr]).toEqual([0, ''])
  const addresses = stdout.match(/(https?|wss?):\/\/\S+/g) ?? []
  expect(addresses.map((address) => address.replace(/:\/\/.*/, ''))).toEqual(Array(3).fill(['http', 'ws']).flat())
  const answer = { jsonrpc: '2.0', id: 1, result: '0x7a69' }
  // The gateway learns of the key a moment after the command ended.
  await expectSoon(() => post(addresses.find((address) => address.startsWith('http'))!), answer)
  for (const address of addresses) {
    if (address.startsWith('http')) {
      expect(await post(address)).toEqual(answer)
    } else {
      const { host, port, pathname } = new URL(address)
      const socket = await openSocket(`ws://127.0.0.1:${port}${pathname}`, { headers: { host } })
      expect(JSON.parse(await socket.ask(callOf('eth_chainId')))).toEqual(answer)
      await socket.close()
    }
  }
})

test('the contract is served without a key, for each network and for all, and printed as served', async () => {
  const fetched = async (path: string) =>
    (await fetch(`${gateway.url}${path}`)).json() as Promise<{ methods: unknown[] }>
  const whole = await fetched('/openrpc.json')
  expect(whole.methods).toHaveLength(Object.keys(methods).length)
  const ofNetwork = await fetched('/prefixed/openrpc.json')
  expect(ofNetwork.methods).toHaveLength(Object.values(methods).filter(({ family }) => family === 'evm').length)
  expect(await files.json('contract', 'print')).toEqual(whole)
  expect(await files.json('contract', 'print', '--network', 'prefixed')).toEqual(ofNetwork)
})
