import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Contract } from '../../src/contract/contract.js'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { type SocketCall, startFakeSocketNode } from '../support/fake-socket-node.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../support/serve-process.js'
import { started, temporaryFolder } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

/** Files and folders of a clone of the repository that a build needs. */
const COPIED = [
  'openrpc.json',
  'scripts',
  'src',
  'generated',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'README.md',
  'LICENSE',
]
const PRICE = 7

const copy = temporaryFolder()

const anvil = started(() => startAnvil())
beforeAll(async () => {
  for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
})

const run = (script: string) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return promisify(execFile)('npm', ['run', '-s', script], { cwd: copy, env })
}

/** Returns the hash of every file of the copy, except for those that a build writes. */
const hashes = (): Map<string, string> =>
  new Map(
    COPIED.flatMap((name) => {
      const path = join(copy, name)
      if (statSync(path).isFile()) return [path]
      const entries = readdirSync(path, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    }).map((path) => [relative(copy, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )

/** Adds an entry like that of eth_blockNumber, as README.md says. */
const addGasPrice = (): void => {
  const path = join(copy, 'openrpc.json')
  const contract = JSON.parse(readFileSync(path, 'utf8')) as Contract
  const model = contract.methods.find(({ name }) => name === 'eth_blockNumber')
  if (model === undefined) throw new Error('README.md says to copy eth_blockNumber, which is gone')
  const method = {
    ...model,
    name: 'eth_gasPrice',
    summary: 'The current gas price',
    description: 'Returns the price of a unit of gas in wei, as the node suggests it.',
    result: { ...model.result, name: 'gasPrice', description: 'Wei for a unit of gas.' },
    'x-credits': PRICE,
    examples: [
      { name: 'cheap', description: 'One gwei.', params: [], result: { name: 'gasPrice', value: '0x3b9aca00' } },
    ],
  }
  writeFileSync(path, `${JSON.stringify({ ...contract, methods: [...contract.methods, method] }, null, 2)}\n`)
}

test('a method is added by editing openrpc.json alone: generated, built, answered by a node, priced', async () => {
  const before = hashes()
  addGasPrice()
  await run('generate')
  await run('build')
  const after = hashes()
  const changed = [...after.keys()].filter((path) => before.get(path) !== after.get(path))
  expect(changed.filter((path) => !path.startsWith('generated/')).sort()).toEqual(['README.md', 'openrpc.json'])
  expect(readFileSync(join(copy, 'README.md'), 'utf8')).toMatch(/^\| `eth_gasPrice` \| evm \| 7 \|/m)

  const files = createServeFolder(serveConfig({ main: evmNetwork(anvil.url) }))
  const { key } = await files.createKey('main')
  const gateway = await startServe(files.configFile, join(copy, 'dist/src/main.js'))
  try {
    const truth = await callNode(anvil.url, 'eth_gasPrice')
    const reply = await post(httpUrl(gateway, 'main', key), callOf('eth_gasPrice', [], 9))
    expect(reply.json).toEqual({ jsonrpc: '2.0', id: 9, result: truth })
    expect(reply.headers.get('x-credits-cost')).toBe(String(PRICE))
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    expect(JSON.parse(await socket.ask(callOf('eth_gasPrice')))).toMatchObject({ result: truth })
    await socket.close()
    const { headers } = await post(httpUrl(gateway, 'main', key), callOf('eth_gasPrice', ['latest']))
    expect([headers.get('x-credits-cost'), headers.get('x-credits-remaining')]).toEqual([
      '0',
      String(3_000_000 - 2 * PRICE),
    ])
    const discovered = await post(httpUrl(gateway, 'main', key), callOf('rpc.discover'))
    expect(discovered.json.result.methods.map(({ name }: { name: string }) => name)).toContain('eth_gasPrice')
  } finally {
    await gateway.stop()
    files.remove()
  }
})

/** Adds a kind of events that a node sends and the contract does not have. */
const addKind = (): void => {
  const path = join(copy, 'openrpc.json')
  const contract = JSON.parse(readFileSync(path, 'utf8'))
  const { 'x-subscription': subscription } = contract.methods.find(
    ({ name }: { name: string }) => name === 'eth_subscribe',
  )
  const event = { $ref: '#/components/schemas/Hash32' }
  subscription.kinds.mined = { source: 'node', state: 'every', event, 'x-credits': PRICE }
  contract.components.schemas.EthSubscriptionKind.enum.push('mined')
  writeFileSync(path, `${JSON.stringify(contract, null, 2)}\n`)
}

test('a kind of events that nodes send is added by editing openrpc.json alone', async () => {
  const before = hashes()
  addKind()
  await run('generate')
  await run('build')
  const after = hashes()
  const changed = [...after.keys()].filter((path) => before.get(path) !== after.get(path))
  expect(changed.filter((path) => !path.startsWith('generated/'))).toEqual(['openrpc.json'])
  expect(readFileSync(join(copy, 'generated/client/src/clients.ts'), 'utf8')).toContain('watchMined(')

  const node = await startFakeSocketNode()
  const upstream = `{ name: node, url: "${anvil.url}", wsUrl: "${node.url}" }`
  const files = createServeFolder(serveConfig({ main: `family: evm, hosts: [], upstreams: [${upstream}]` }))
  const { key } = await files.createKey('main')
  const gateway = await startServe(files.configFile, join(copy, 'dist/src/main.js'))
  try {
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    const subscription = JSON.parse(await socket.ask(callOf('eth_subscribe', ['mined']))).result
    const result = `0x${'ab'.repeat(32)}`
    // The gateway also has its own subscriptions at the node, as hints.
    const id = String(node.calls.filter(({ method }) => method === 'eth_subscribe').findIndex(isOfMined) + 1)
    node.notify(`"${result}"`, id)
    const params = { subscription, result }
    await expectSoon(() => socket.messages.slice(1).map((text) => JSON.parse(text).params), [params])
    await socket.close()
  } finally {
    await gateway.stop()
    files.remove()
    await node.stop()
  }
})

const isOfMined = ({ params }: SocketCall): boolean => params[0] === 'mined'
