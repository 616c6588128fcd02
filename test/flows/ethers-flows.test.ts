import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { parse } from 'yaml'
import { startingConfig } from '../../src/cli/operate/config/starting-config.js'
import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter, type Emitter } from '../support/emitter.js'
import { startTestGateway, type TestGateway } from '../support/gateway.js'

/** anvil's second account; the emitter's calls come from the first. */
const PRIVATE_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const CHILD_LIMIT_MS = 60_000

const plansOfInit = () => {
  const answers = {
    network: 'main',
    family: 'evm',
    node: 'http://a',
    store: 'sqlite:./tollgate.db',
    listen: '127.0.0.1:0',
    methods: 'all',
  } as const
  return parse(startingConfig(answers, '')).plans as Record<string, object>
}

let anvil: Anvil
let gateway: TestGateway
let emitter: Emitter
beforeAll(async () => {
  anvil = await startAnvil()
  emitter = await deployEmitter(anvil.url)
  gateway = await startTestGateway({
    networks: {
      // One upstream and nothing said of filters: they are bound.
      bound: { urls: [anvil.url] },
      refusing: { urls: [anvil.url], statefulMethods: 'refuse' },
    },
    contracts: ['ethereum'],
    plans: plansOfInit(),
  })
})
afterAll(async () => {
  await gateway.stop()
  await anvil.stop()
})

/** Runs a program in a process of its own, because an error of ethers may end the process. */
const run = (source: string, ...args: readonly string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', source, '--', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: CHILD_LIMIT_MS,
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  return { printed, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, ...printed })) }
}

const SEND_AND_WAIT = `
import { JsonRpcProvider, Wallet } from 'ethers'
const [url, key] = process.argv.slice(1)
const provider = new JsonRpcProvider(url, undefined, { pollingInterval: 100 })
const wallet = new Wallet(key, provider)
const sent = await wallet.sendTransaction({ to: '0x00000000000000000000000000000000000000aa', value: 1n })
const receipt = await sent.wait()
console.log(receipt.status)
provider.destroy()
`

const LISTEN = `
import { Contract, JsonRpcProvider } from 'ethers'
const [url, address] = process.argv.slice(1)
const provider = new JsonRpcProvider(url, undefined, { pollingInterval: 100 })
const contract = new Contract(address, ['event Tick(uint256 indexed number)'], provider)
await contract.on('Tick', async (number) => {
  console.log('tick', String(number))
  await contract.removeAllListeners()
  provider.destroy()
})
`

test('one sendTransaction of ethers, and its wait, pass on plan core as `tollgate init` writes it', async () => {
  const url = httpUrl(gateway, 'bound', await gateway.addKey({}, { plan: 'core' }))
  for (let count = 0; count < 2; count += 1) {
    const ended = await run(SEND_AND_WAIT, url, PRIVATE_KEY).ended
    expect(ended).toEqual({ code: 0, signal: null, stdout: '1\n', stderr: '' })
  }
})

test.each(['bound', 'refusing'])(
  'contract.on of ethers over HTTP hears its event where filters are %s, and its process ends well',
  async (network) => {
    const url = httpUrl(gateway, network, await gateway.addKey({}, { plan: 'growth' }))
    const { printed, ended } = run(LISTEN, url, emitter.contractAddress)
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    // It does not say from when on it listens.
    while (!isOver && printed.stdout === '') {
      await emitter.emitTicks(1)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    const { stdout, ...end } = await ended
    expect(stdout).toMatch(/^tick \d+\n/)
    expect(end).toEqual({ code: 0, signal: null, stderr: '' })
    const outcomes = gateway.logLines.filter(({ method, network: of }) => method === 'eth_newFilter' && of === network)
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(
      new Set([network === 'bound' ? 'ok' : 'stateful-method-refused']),
    )
  },
)
