import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter, type Emitter } from '../support/emitter.js'
import { startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

const CHILD_LIMIT_MS = 60_000

let emitter: Emitter
const anvil = started(() => startAnvil())
beforeAll(async () => {
  emitter = await deployEmitter(anvil.url)
})
const gateway = started(() =>
  startTestGateway({
    networks: {
      // One upstream and nothing said of filters: they are bound.
      bound: { urls: [anvil.url] },
      refusing: { urls: [anvil.url], statefulMethods: 'refuse' },
    },
    contracts: ['ethereum'],
  }),
)

/** Runs a program as a child process, because an error of ethers may end the process. */
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
