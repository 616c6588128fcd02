import { setTimeout as sleep } from 'node:timers/promises'
import { startCollector } from '../../../support/collector.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { startFakeSocketNode } from '../../../support/fake-socket-node.js'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import {
  ADDRESS,
  callOf,
  post,
  readConfig,
  STORAGE_CALL,
  startTestGateway,
  type TestNetwork,
} from '../../../support/gateway.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../../../support/serve-process.js'
import { startedEach } from '../../../support/started.js'
import { openSocket } from '../../../support/web-socket.js'

const SECRET = 'whsec-0123456789abcdef'
const upstream = startedEach(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
const receiver = startedEach(() => startCollector())
const notices = () => receiver.posted.map(({ body }) => JSON.parse(body))
const typed = (type: string) => notices().filter((notice) => notice.type === type)

describe('what a gateway gives notice of', () => {
  const gateway = startedEach(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url], pollMs: 50 } },
      more: { webhooks: [{ url: `${receiver.url}/${SECRET}`, secret: SECRET }] },
    }),
  )
  const metrics = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()

  test('is credits that run out: in the log, the metrics and the webhook', async () => {
    const key = await gateway.addKey({}, { dailyCredits: 400 })
    for (let call = 0; call < 6; call++) await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL)
    await expectSoon(() => typed('credits.warning').some(({ data }) => data.level === 100), true)
    const { accountId } = gateway.last
    const last = typed('credits.warning').at(-1)
    expect(last).toMatchObject({ data: { accountId, level: 100, usedCredits: 400, dailyCredits: 400 } })
    expect(last.id).toBe(`credits:${accountId}:${last.data.day}:100`)
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({ message: 'credits run out', accountId, level: 100 }),
    )
    const text = await metrics()
    expect(text).toContain('tollgate_credit_warnings_total{limit="account",level="100"} 1')
    expect(text).not.toContain(accountId)
    expect(text).toMatch(/^tollgate_webhook_deliveries_total\{outcome="delivered"\} [1-9]/m)
    expect(JSON.stringify(gateway.logLines)).not.toContain(SECRET)
  })

  test('is an upstream that goes down and comes back, once each', async () => {
    await expectSoon(async () => (await metrics()).includes('state="up"} 1'), true)
    upstream.setScript(() => ({ destroy: true }))
    await expectSoon(() => typed('upstream.down').length, 1, 20_000)
    upstream.setScript(() => ({ resultText: '"0x01"' }))
    await expectSoon(() => typed('upstream.up').length, 1, 20_000)
    await sleep(300)
    expect(typed('upstream.down')).toMatchObject([{ data: { network: 'eth', upstream: 'node-1', state: 'down' } }])
  }, 45_000)

  test('is a configuration that is refused', async () => {
    gateway.refuseReload()
    await expectSoon(() => typed('reload.refused').length, 1)
  })
})

describe('after a reload', () => {
  const fallen = startedEach(() => startFakeUpstream(() => ({ destroy: true })))
  const other = startedEach(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const settingOf = (eth: TestNetwork) => ({
    networks: { eth: { pollMs: 50, ...eth } },
    more: { webhooks: [{ url: receiver.url, secret: SECRET }] },
  })
  const gateway = startedEach(() => startTestGateway(settingOf({ urls: [fallen.url] })))
  const save = (eth: TestNetwork) => gateway.reload(readConfig(gateway.configText(settingOf(eth)), gateway.folder))
  const said = () => notices().map(({ type, data: { upstream: name, state } }) => `${type} ${name} ${state}`)
  const down = 'upstream.down node-1 down'
  const isDown = ({ message, to }: Record<string, unknown>) => message === 'upstream state' && to === 'down'

  test('an upstream whose address was mended is up with its first answer, and may go down again', async () => {
    await expectSoon(said, [down], 20_000)
    save({ urls: [other.url] })
    await expectSoon(said, [down, 'upstream.up node-1 up'], 20_000)
    other.setScript(() => ({ destroy: true }))
    await expectSoon(said, [down, 'upstream.up node-1 up', down], 20_000)
  }, 90_000)

  test('so is one that only calls ask', async () => {
    await expectSoon(said, [down], 20_000)
    save({ urls: [other.url], pollMs: 0 })
    await post(`${gateway.url}/eth/v3/${await gateway.addKey()}`, STORAGE_CALL)
    await expectSoon(said, [down, 'upstream.up node-1 up'], 20_000)
  }, 60_000)

  test('one that is down as before is no news', async () => {
    await expectSoon(said, [down], 20_000)
    save({ urls: [fallen.url], hedging: false })
    await expectSoon(() => gateway.logLines.filter(isDown).length, 2, 20_000)
    save({ urls: [other.url] })
    await expectSoon(said, [down, 'upstream.up node-1 up'], 20_000)
  }, 90_000)

  test('one that was taken out is down no longer', async () => {
    await expectSoon(said, [down], 20_000)
    save({ upstreams: [{ name: 'node-2', url: other.url }] })
    await expectSoon(said, [down, 'upstream.up node-1 removed'], 20_000)
    save({ urls: [fallen.url] })
    await expectSoon(said, [down, 'upstream.up node-1 removed', down], 20_000)
  }, 90_000)

  test('calls that still ask the old address say nothing about the new one', async () => {
    await expectSoon(said, [down], 20_000)
    let cut = () => {}
    const cuts = new Promise<void>((resolve) => {
      cut = resolve
    })
    other.setScript(() => cuts.then(() => ({ destroy: true })))
    save({ urls: [other.url], pollMs: 0 })
    const urls = await Promise.all([0, 1].map(async () => `${gateway.url}/eth/v3/${await gateway.addKey()}`))
    const ask = (slot: number) => post(urls[slot % 2]!, callOf('eth_getStorageAt', [ADDRESS, `0x${slot}`, 'latest']))
    const slow = [1, 2, 3, 4].map(ask)
    await expectSoon(() => other.requests.length, slow.length)
    save({ urls: [upstream.url], pollMs: 0 })
    await ask(5)
    await expectSoon(said, [down, 'upstream.up node-1 up'], 20_000)
    cut()
    await Promise.all(slow)
    await expectSoon(() => gateway.logLines.filter(isDown).length, 2)
    gateway.refuseReload()
    await expectSoon(said, [down, 'upstream.up node-1 up', 'reload.refused undefined undefined'], 20_000)
  }, 90_000)
})

test('events of subscriptions bring notice of credits that run out', async () => {
  const node = await startFakeSocketNode()
  const upstreams = [{ name: 'node', url: upstream.url, wsUrl: node.url }]
  const gateway = await startTestGateway({
    networks: { sol: { family: 'solana', upstreams } },
    more: { webhooks: [{ url: `${receiver.url}/${SECRET}`, secret: SECRET }] },
  })
  try {
    const key = await gateway.addKey({}, { dailyCredits: 100 })
    const socket = await openSocket(`${gateway.url}/sol/ws/v3/${key}`)
    await socket.ask(callOf('slotSubscribe', []))
    for (let slot = 1; slot <= 60; slot++) node.notify(`{"parent":${slot - 1},"root":1,"slot":${slot}}`)
    expect(await socket.closed).toEqual({ code: 1008, reason: 'daily_credits_exhausted' })
    await expectSoon(() => typed('credits.warning').at(-1)?.data.level, 100)
    // The price of subscribing, and of 47 events.
    expect(typed('credits.warning').at(-1).data).toMatchObject({ usedCredits: 5 + 47 * 2, dailyCredits: 100 })
    expect(socket.messages).toHaveLength(1 + 47)
  } finally {
    await gateway.stop()
    await node.stop()
  }
})

test('several workers say once that credits run out', async () => {
  const config = serveConfig(
    { main: evmNetwork(upstream.url) },
    `webhooks: [{ url: "${receiver.url}", secret: ${SECRET}, events: [credits] }]\n`,
  )
  const files = createServeFolder(config)
  const { key, account } = await files.createKey('main', '--daily-credits', '2000')
  const gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  try {
    // Each connection is another worker's.
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let call = 0; call < 4; call++) {
          const headers = { connection: 'close' }
          await post(`${gateway.url}/main/v3/${key}`, STORAGE_CALL, headers)
        }
      }),
    )
    await expectSoon(() => typed('credits.warning').some(({ data }) => data.level === 100), true, 10_000)
    await sleep(1_500)
    const levels = typed('credits.warning').map(({ data }) => data.level)
    expect(new Set(levels).size).toBe(levels.length)
    expect(typed('credits.warning').map(({ data }) => data.accountId)).toEqual(levels.map(() => account))
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    expect(text).toContain('tollgate_credit_warnings_total{limit="account",level="100"} 1')
  } finally {
    await gateway.stop()
    files.remove()
  }
}, 60_000)
