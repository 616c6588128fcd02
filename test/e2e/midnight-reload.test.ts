import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { expectSoon } from '../support/expect-soon.js'
import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, readWholeConfig, startTestGateway } from '../support/gateway.js'
import { getBalance, operatorDocument, ref, subscribingMethods } from '../support/operator-document.js'
import { started, temporaryFolder } from '../support/started.js'
import { resultIn } from '../support/stream-gateway.js'
import { openSocket } from '../support/web-socket.js'

const SUBSCRIBE_CREDITS = 70
const [YESTERDAY, TODAY] = ['2026-11-21', '2026-11-22'] as const
const OLD = { callCredits: 30, eventCredits: 4, dailyCredits: 3_000_000 }
const NEW = { callCredits: 20, eventCredits: 9, dailyCredits: 2_000_000 }

const KIND = { source: 'node', state: 'every', event: ref('Hash32') }

const folder = temporaryFolder()
const http = started(() => startFakeUpstream(() => ({ resultText: '"0x1"' })))
const node = started(() => startFakeSocketNode())

/** The configuration with these prices and this plan; writes its document. */
const settingOf = ({ callCredits, eventCredits, dailyCredits }: typeof OLD, nowMs: () => number) => {
  const [subscribe, unsubscribe] = subscribingMethods('acme', 'acme_event') as [{ 'x-subscription': object }, object]
  const kinds = { acme_event: { ...KIND, 'x-credits': eventCredits } }
  const priced = { ...subscribe, 'x-subscription': { ...subscribe['x-subscription'], kinds } }
  const document = operatorDocument([{ ...getBalance, 'x-credits': callCredits }, priced, unsubscribe])
  const file = join(folder, 'acme.json')
  writeFileSync(file, JSON.stringify(document))
  return {
    networks: { eth: { upstreams: [{ name: 'one', url: http.url, wsUrl: node.url }] } },
    plans: { core: { dailyCredits, creditsPerSecond: 1_000_000 } },
    contracts: [file],
    admin: { token: ADMIN_TOKEN },
    ports: { nowMs },
  }
}

test('midnight and a reload of prices, with calls in flight and a stream: each is charged once, on its day', async () => {
  let nowMs = Date.parse(`${YESTERDAY}T23:59:58Z`)
  const setting = settingOf(OLD, () => nowMs)
  const gateway = await startTestGateway(setting)
  const key = await gateway.addKey()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  http.setScript(async () => {
    await gate
    return { resultText: '"0x1"' }
  })
  const url = `${gateway.url}/eth/v3/${key}`
  const call = (number: number) => post(url, callOf('eth_getBalance', [`0x${`${number}`.padStart(40, '0')}`, 'latest']))
  const socket = await openSocket(`${gateway.url}/eth/ws/v3/${key}`)
  const subscription = resultIn(await socket.ask(callOf('acme_subscribe')))
  const hashes = Array.from({ length: 30 }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`)
  const events = () =>
    socket.messages.map((text) => JSON.parse(text)).flatMap(({ method, params }) => (method ? [params.result] : []))
  const send = async (from: number, to: number) => {
    for (const hash of hashes.slice(from, to)) node.notify(JSON.stringify(hash))
    await expectSoon(events, hashes.slice(0, to))
  }
  const usageOn = async (day: string) => {
    const { json } = await callApi(gateway.adminUrl, 'usage', { account: gateway.last.accountId, day, by: 'method' })
    const rows = json.result.rows as { method: string; calls: number; credits: number }[]
    return Object.fromEntries(rows.map(({ method, calls, credits }) => [method, [calls, credits]]))
  }

  await send(0, 3)
  const early = [1, 2, 3, 4, 5].map(call)
  await expectSoon(() => http.requests.length, early.length)
  nowMs = Date.parse(`${TODAY}T00:00:01Z`)
  gateway.reload(await readWholeConfig(gateway.configText(settingOf(NEW, () => nowMs)), gateway.folder))
  await send(3, hashes.length)
  release()
  for (const { status, json } of await Promise.all(early)) expect([status, json.result]).toEqual([200, '0x1'])
  const late = await Promise.all([6, 7].map(call))
  expect(late.map(({ headers }) => headers.get('x-credits-cost'))).toEqual(['20', '20'])
  expect(resultIn(await socket.ask(callOf('acme_unsubscribe', [subscription], 2)))).toBe(true)

  const eventsToday = hashes.length - 3
  const todayCredits = 2 * NEW.callCredits + eventsToday * NEW.eventCredits
  await expectSoon(() => usageOn(YESTERDAY), {
    acme_subscribe: [1, SUBSCRIBE_CREDITS],
    acme_event: [3, 3 * OLD.eventCredits],
    eth_getBalance: [early.length, early.length * OLD.callCredits],
  })
  await expectSoon(() => usageOn(TODAY), {
    acme_unsubscribe: [1, 0],
    acme_event: [eventsToday, eventsToday * NEW.eventCredits],
    eth_getBalance: [late.length, late.length * NEW.callCredits],
  })
  const { headers } = await call(8)
  const left = NEW.dailyCredits - todayCredits - NEW.callCredits
  expect(Number(headers.get('x-credits-remaining'))).toBe(left)
  await socket.close()
  await gateway.stop()
})
