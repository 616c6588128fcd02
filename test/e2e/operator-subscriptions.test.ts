import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeSocketNode, startFakeSocketNode } from '../support/fake-socket-node.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import {
  callOf,
  post,
  readWholeConfig,
  startTestGateway,
  type TestGateway,
  type TestSetting,
} from '../support/gateway.js'
import { operatorDocument, operatorMethod, ref } from '../support/operator-document.js'
import { blocksIn } from '../support/page-blocks.js'
import { temporaryFolder } from '../support/started.js'
import { resultIn } from '../support/stream-gateway.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

const DAILY_CREDITS = 3_000_000
const SUBSCRIBE_CREDITS = 5

const folder = temporaryFolder()
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const id = { name: 'subscription', description: 'The id.', required: true, schema: ref('SubscriptionId') }
const idExample = { name: 'subscription', value: '0x1' }
const kindsAt = (minedCredits: number) => ({
  blocks: {
    source: 'node',
    state: 'latest',
    params: [{ name: 'whole', description: 'Whole ones.', schema: ref('IsWhole') }],
    event: ref('Quantity'),
    'x-credits': 3,
    'x-credits-if': { param: 0, credits: 7 },
  },
  mined: { source: 'node', state: 'every', event: ref('Hash32'), 'x-credits': minedCredits },
})

/** Events of an EVM node beside those of eth_subscribe. */
const acmeAt = (kinds: ReturnType<typeof kindsAt>) =>
  operatorDocument(
    [
      operatorMethod('acme_subscribe', {
        params: [
          { name: 'kind', description: 'Which events.', required: true, schema: ref('AcmeKind') },
          { name: 'whole', description: 'Of blocks, whole ones.', schema: ref('IsWhole') },
        ],
        result: { name: 'subscription', description: 'The id.', schema: ref('SubscriptionId') },
        examples: [{ name: 'one', params: [{ name: 'kind', value: 'mined' }], result: idExample }],
        'x-effect': 'subscription',
        'x-credits': SUBSCRIBE_CREDITS,
        'x-subscription': { notification: 'acme_subscription', unsubscribe: 'acme_unsubscribe', kind: '/0', kinds },
      }),
      operatorMethod('acme_unsubscribe', {
        params: [id],
        result: { name: 'isEnded', description: 'True.', schema: ref('IsEnded') },
        examples: [{ name: 'one', params: [idExample], result: { name: 'isEnded', value: true } }],
        'x-effect': 'subscription',
        'x-credits': 0,
      }),
    ],
    { AcmeKind: { title: 'AcmeKind', description: 'A kind.', type: 'string', enum: Object.keys(kinds) } },
  )

/** The document, with this price of an event of `mined`. */
const acmeFile = (minedCredits: number) => fileOf('acme.json', JSON.stringify(acmeAt(kindsAt(minedCredits))))

let http: FakeUpstream
let node: FakeSocketNode
let gateway: TestGateway
let setting: TestSetting
let key: string

beforeAll(async () => {
  http = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  const [votes] = blocksIn('docs/contracts.md', 'A subscription of your own')
  node = await startFakeSocketNode()
  const upstreams = [{ name: 'one', url: http.url, wsUrl: node.url }]
  setting = {
    networks: { eth: { upstreams }, sol: { family: 'solana', upstreams } },
    contracts: [acmeFile(4), fileOf('votes.json', votes!)],
    admin: { token: ADMIN_TOKEN },
  }
  gateway = await startTestGateway(setting)
})
beforeEach(async () => {
  key = await gateway.addKey()
})
afterAll(async () => {
  await gateway?.stop()
  await Promise.all([node.stop(), http.stop()])
})

const connect = (network: string) => openSocket(`${gateway.url}/${network}/ws/v3/${key}`)
const eventsOf = ({ messages }: TestSocket) => messages.map((text) => JSON.parse(text)).filter(({ method }) => method)
const spent = async (network: string, free: object) => {
  const { headers } = await post(`${gateway.url}/${network}/v3/${key}`, free)
  return DAILY_CREDITS - Number(headers.get('x-credits-remaining'))
}
const askedOf = (method: string) => node.calls.filter((call) => call.method === method)

test('the subscription of docs/contracts.md passes the events of a node on, each at its price', async () => {
  const socket = await connect('sol')
  const subscription = resultIn(await socket.ask(callOf('voteSubscribe')))
  expect(askedOf('voteSubscribe').map(({ params }) => params)).toEqual([[]])
  const vote = (slot: number) => ({ slots: [slot], hash: 'h', timestamp: null, signature: `s${slot}` })
  for (const slot of [7, 8, 8]) node.notify(JSON.stringify(vote(slot)))
  await expectSoon(
    () => eventsOf(socket),
    [7, 8].map((slot) => ({
      jsonrpc: '2.0',
      method: 'voteNotification',
      params: { result: vote(slot), subscription },
    })),
  )
  expect(resultIn(await socket.ask(callOf('voteUnsubscribe', [subscription], 2)))).toBe(true)
  await expectSoon(() => spent('sol', callOf('voteUnsubscribe', [1])), SUBSCRIBE_CREDITS + 2 * 2)
  await socket.close()
})

test('kinds of an EVM node are named by the first parameter, which the node gets too', async () => {
  const socket = await connect('eth')
  const subscription = resultIn(await socket.ask(callOf('acme_subscribe', ['blocks', true])))
  expect(askedOf('acme_subscribe').map(({ params }) => params)).toEqual([['blocks', true]])
  node.notify('"0x10"')
  const params = { subscription, result: '0x10' }
  await expectSoon(() => eventsOf(socket), [{ jsonrpc: '2.0', method: 'acme_subscription', params }])
  expect(JSON.parse(await socket.ask(callOf('acme_subscribe', ['mined', true], 2))).error.code).toBe(-32602)
  expect(JSON.parse(await socket.ask(callOf('eth_unsubscribe', [subscription], 3))).error).toBeDefined()
  expect(resultIn(await socket.ask(callOf('acme_unsubscribe', [subscription], 4)))).toBe(true)
  await expectSoon(() => spent('eth', callOf('acme_unsubscribe', ['0x1'])), SUBSCRIBE_CREDITS + 7)
  await socket.close()
})

test('a reload changes the price of events on a running stream: those that are paid keep theirs', async () => {
  const [oldCredits, newCredits, paidAhead] = [4, 9, 10]
  const socket = await connect('eth')
  const subscription = resultIn(await socket.ask(callOf('acme_subscribe', ['mined'])))
  const hashes = Array.from({ length: 15 }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`)
  const send = async (from: number, to: number) => {
    for (const hash of hashes.slice(from, to)) node.notify(JSON.stringify(hash))
    await expectSoon(() => eventsOf(socket).map(({ params }) => params.result), hashes.slice(0, to))
  }
  await send(0, 3)
  acmeFile(newCredits)
  await gateway.reload(await readWholeConfig(gateway.configText(setting), gateway.folder))
  await send(3, hashes.length)
  expect(resultIn(await socket.ask(callOf('acme_unsubscribe', [subscription], 2)))).toBe(true)
  const eventCredits = paidAhead * oldCredits + (hashes.length - paidAhead) * newCredits
  const free = callOf('acme_unsubscribe', ['0x1'])
  await expectSoon(() => spent('eth', free), SUBSCRIBE_CREDITS + eventCredits)
  await expectSoon(async () => {
    const { json } = await callApi(gateway.adminUrl, 'usage', { account: gateway.last.accountId, by: 'method' })
    const rows = json.result.rows as { method: string; calls: number; credits: number }[]
    return rows.flatMap(({ method, calls, credits }) =>
      method === 'acme_subscription:mined' ? [[calls, credits]] : [],
    )
  }, [[hashes.length, eventCredits]])
  await socket.close()
})

test('if the node breaks, the connection of events that cannot be rebuilt ends with the reason', async () => {
  const socket = await connect('eth')
  await socket.ask(callOf('acme_subscribe', ['mined']))
  node.cut()
  expect(await socket.closed).toEqual({ code: 1012, reason: 'stream_broken' })
})
