import { readFileSync } from 'node:fs'
import { methods } from '../../generated/methods.js'
import { validateResult } from '../../generated/validators.js'
import type { Contract } from '../../src/contract/contract.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { localExamples, startExampleNodes } from '../support/example-nodes.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

type MethodName = keyof typeof methods
type Family = 'evm' | 'solana'

const contract = JSON.parse(readFileSync('openrpc.json', 'utf8')) as Contract
const examples = contract.methods.flatMap((method) =>
  method.examples.map((example) => ({
    title: `${method.name} ${example.name}`,
    name: method.name as MethodName,
    family: method['x-family'],
    price: method['x-credits'],
    params: example.params.map(({ value }) => value),
    result: example.result.value,
  })),
)

/** Subscriptions are tried as flows: their events come from real nodes only. */
const calls = examples.filter(({ name }) => methods[name].effect !== 'subscription')

/** A gateway in front of an EVM and a Solana network, with both transports to each. */
const openDesk = async (urls: Record<Family, string>) => {
  const networks = { evm: { urls: [urls.evm] }, solana: { family: 'solana' as const, urls: [urls.solana] } }
  const gateway = await startTestGateway({ networks })
  const key = await gateway.addKey()
  const sockets: Record<Family, TestSocket> = {
    evm: await openSocket(wsUrl(gateway, 'evm', key)),
    solana: await openSocket(wsUrl(gateway, 'solana', key)),
  }
  const askers = {
    http: async (family: Family, call: object) => (await post(httpUrl(gateway, family, key), call)).json,
    websocket: async (family: Family, call: object) => JSON.parse(await sockets[family].ask(call)),
  }
  const stop = async () => {
    await Promise.all(Object.values(sockets).map((socket) => socket.close()))
    await gateway.stop()
  }
  return { gateway, askers, stop }
}

const lastLine = ({ logLines }: TestGateway) => logLines.at(-1)

const expectValid = (name: MethodName, result: unknown) => {
  const isValid = validateResult[name]
  if (!isValid(result))
    throw new Error(`${name} answered what its contract excludes: ${JSON.stringify(isValid.errors)}`)
}

test('every method of the contract has an example', () => {
  expect([...new Set(examples.map(({ name }) => name))].sort()).toEqual(Object.keys(methods).sort())
})

describe('with a node that answers what the example says', () => {
  const upstream = started(() => startFakeUpstream(() => ({ hang: true })))
  const desk = started(() => openDesk({ evm: upstream.url, solana: upstream.url }))

  describe.each(['http', 'websocket'] as const)('over %s', (transport) => {
    test.each(calls)('$title is accepted, forwarded and priced', async ({ name, family, price, params, result }) => {
      upstream.setScript(() => ({ resultText: JSON.stringify(result) }))
      const reply = await desk.askers[transport](family, callOf(name, params, 'an id'))
      expect(reply).toEqual({ jsonrpc: '2.0', id: 'an id', result })
      expectValid(name, reply.result)
      expect(upstream.requests.at(-1)?.json.method).toBe(name)
      expect(upstream.requests.at(-1)?.json.params.slice(0, params.length)).toEqual(params)
      expect(lastLine(desk.gateway)).toMatchObject({ method: name, outcome: 'ok', costCredits: price, transport })
    })
  })
})

describe('with real nodes', () => {
  const nodes = started(() => startExampleNodes(contract))
  const desk = started(() => openDesk(nodes.urls))

  /** Slots pass, and with them what a context says. */
  const withoutContext = (result: unknown) => {
    const { value } = (result ?? {}) as { value?: unknown }
    return value === undefined ? result : value
  }

  describe.each(['http', 'websocket'] as const)('over %s', (transport) => {
    const local = calls.filter(({ title }) => localExamples.has(title))
    test.each(local)('$title is answered as the example says', async ({ name, family, params, result }) => {
      const reply = await desk.askers[transport](family, callOf(name, params))
      expect(withoutContext(reply.result)).toEqual(withoutContext(result))
      expectValid(name, reply.result)
    })

    const foreign = calls.filter(({ title }) => !localExamples.has(title))
    test.each(foreign)('$title, of another chain, is brought to the node', async ({ name, family, params }) => {
      const reply = await desk.askers[transport](family, callOf(name, params))
      expect(lastLine(desk.gateway)).toMatchObject({
        method: name,
        servedBy: 'upstream',
        outcome: expect.stringMatching(/^(ok|node_error)$/),
      })
      if ('result' in reply) expectValid(name, reply.result)
    })
  })

  test('every example that is said to be local is one', () => {
    const titles = examples.map(({ title }) => title)
    for (const title of localExamples) expect(titles).toContain(title)
  })
})
