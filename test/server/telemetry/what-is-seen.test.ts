import { setTimeout as sleep } from 'node:timers/promises'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const SLOW_MS = 120

describe('what /metrics shows of a call over HTTP', () => {
  let bodyBytes = 0
  /** The node answers only after this. */
  let held: Promise<void> | undefined
  const upstream = started(() =>
    startFakeUpstream(async () => {
      await held
      await sleep(SLOW_MS)
      return { resultText: '"0x01"' }
    }),
  )
  const gateway = started(() => startTestGateway({ networks: { eth: { urls: [upstream.url] } } }))
  beforeAll(async () => {
    const key = await gateway.addKey()
    const { text } = await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL)
    expect(JSON.parse(text).result).toBe('0x01')
    bodyBytes = text.length + (await (await fetch(`${gateway.url}/nowhere`)).text()).length
  })
  const read = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()
  const valueIn = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length),
    )

  test('parts its time into that of the upstream and that of the gateway', async () => {
    const text = await read()
    const labels = '{network="eth",method="eth_getStorageAt",outcome="ok"}'
    const [total, waited, own] = ['', 'upstream_', 'own_'].map((part) =>
      valueIn(text, `tollgate_call_${part}duration_seconds_sum${labels}`),
    )
    const attempt = valueIn(
      text,
      'tollgate_upstream_attempt_duration_seconds_sum{network="eth",upstream="node-1",outcome="result"}',
    )
    // The timer of the fake node may be a millisecond early.
    expect(waited).toBeGreaterThan((SLOW_MS - 2) / 1000)
    expect(own).toBeGreaterThan(0)
    expect(waited! + own!).toBeCloseTo(total!, 5)
    expect(attempt).toBeCloseTo(waited!, 3)
  })

  test('has responses by status, strays included, and the bytes of their bodies', async () => {
    const text = await read()
    expect(valueIn(text, 'tollgate_http_responses_total{status="200"}')).toBe(1)
    expect(valueIn(text, 'tollgate_http_responses_total{status="404"}')).toBe(1)
    expect(valueIn(text, 'tollgate_http_sent_body_bytes_total')).toBe(bodyBytes)
    expect(valueIn(text, 'tollgate_http_received_bytes_total')).toBeGreaterThan(100)
    expect(valueIn(text, 'tollgate_http_requests_in_flight')).toBe(0)
    const accepted = valueIn(text, 'tollgate_http_connections_total')
    expect(accepted).toBeGreaterThan(0)
    expect(valueIn(text, 'tollgate_http_connections')).toBeLessThanOrEqual(accepted)
  })

  test('shows attempts that wait for an answer', async () => {
    const key = await gateway.addKey()
    const inFlight = async () =>
      valueIn(await read(), 'tollgate_upstream_attempts_in_flight{network="eth",upstream="node-1"}')
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const answered = post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL)
    await expectSoon(inFlight, 1)
    release()
    await answered
    await expectSoon(inFlight, 0)
  })

  test('says whether the newest configuration is in force', async () => {
    const taken = valueIn(await read(), 'tollgate_config_last_reload_success_timestamp_seconds')
    expect(Math.abs(Date.now() / 1000 - taken)).toBeLessThan(300)
    expect(valueIn(await read(), 'tollgate_config_last_reload_successful')).toBe(1)
    gateway.refuseReload()
    expect(valueIn(await read(), 'tollgate_config_last_reload_successful')).toBe(0)
    expect(valueIn(await read(), 'tollgate_config_last_reload_success_timestamp_seconds')).toBe(taken)
  })

  test('keeps to the naming conventions of Prometheus', async () => {
    const types = [...(await read()).matchAll(/^# TYPE (tollgate_\w+) (\w+)$/gm)]
    expect(types.length).toBeGreaterThan(25)
    // Those of `promtool check metrics`.
    for (const [, name, type] of types) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
      expect([name, name!.endsWith('_total')]).toEqual([name, type === 'counter'])
      expect(name).not.toMatch(/_(count|sum|bucket|ms|milliseconds|minutes|counter|gauge|histogram)$/)
      if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/)
    }
    expect(await read()).toMatch(/^# TYPE process_resident_memory_bytes gauge$/m)
  })
})
