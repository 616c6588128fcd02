import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expectSoon } from '../../support/expect-soon.js'
import { type FakeReply, startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'
import { StorePlace } from '../../support/store-place.js'

const MEGABYTE = 1_048_576
const HEAD = '{"jsonrpc":"2.0","id":1,"result":"'
const CALL = callOf('eth_getTransactionReceipt', [HASH])
const PRICE = 80
type StreamStep = string | { readonly waitMs: number } | { readonly destroy: true }

const place = new StorePlace()

describe('a large answer over HTTP', () => {
  let url: string
  const upstream = started(() => startFakeUpstream(() => ({ hang: true })))
  const setting = () => ({
    networks: { eth: { urls: [upstream.url] } },
    limits: { maxUpstreamBytes: 32 * MEGABYTE, maxHeldBytes: 64 * MEGABYTE },
  })
  const gateway = started(() => startTestGateway(setting()))
  beforeEach(async () => {
    url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  })

  const replying = (reply: FakeReply) =>
    upstream.setScript(({ json }) => (json.method === CALL.method ? reply : { resultText: '"0x1"' }))
  const streaming = (...stream: StreamStep[]) => replying({ stream })
  const remaining = async () => Number((await post(url, callOf('eth_none'))).headers.get('x-credits-remaining'))
  const ask = (signal?: AbortSignal) =>
    fetch(url, { method: 'POST', body: JSON.stringify(CALL), ...(signal && { signal }) })
  const heldBytes = async ({ adminUrl }: Pick<TestGateway, 'adminUrl'>) => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    return /^tollgate_held_answer_bytes (\d+)$/m.exec(text)?.[1]
  }
  /** Returns the account's remaining credits, after a call that makes its day known. */
  const known = async () => {
    await post(url, callOf('eth_blockNumber'))
    return remaining()
  }

  test('reaches the client while it arrives, with the bytes the node sent', async () => {
    const half = '\u00e9"\\'.replace(/["\\]/g, '\\$&').repeat(100_000)
    let sendRest = () => {}
    const mayEnd = new Promise<void>((resolve) => {
      sendRest = resolve
    })
    const steps = async function* (): AsyncGenerator<StreamStep> {
      yield* [HEAD, half]
      await mayEnd
      yield* [half, '" ', '}\n']
    }
    replying({ stream: steps() })
    const response = await ask()
    const reader = response.body!.getReader()
    const first = (await reader.read()).value!
    sendRest()
    const chunks = [first]
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    expect(Buffer.concat(chunks).toString()).toBe(`${HEAD}${half}${half}"}`)
    expect(response.headers.get('x-credits-cost')).toBe(String(PRICE))
  })

  test.each<[string, StreamStep[]]>([
    ['breaks off', [{ waitMs: 50 }, { destroy: true }]],
    ['ends too early', []],
    ['turns out not to be JSON', [{ waitMs: 50 }, '"oops}']],
    ['ends with another call\u2019s id', ['","id":2}']],
    ['has an error besides its result', ['","error":{"code":1,"message":"x"}}']],
    ['stops coming', [{ waitMs: 25_000 }, '"}']],
  ])('that %s is cut, not made shorter, and costs nothing', async (_case, steps) => {
    const before = await known()
    streaming('{"jsonrpc":"2.0","id":1,"result":"', 'r'.repeat(MEGABYTE), ...steps)
    const response = await ask()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    await expectSoon(remaining, before)
    expect(upstream.abortedCount).toBeLessThan(20)
  })

  test('that grows over the cap is cut, not made shorter, and stays charged', async () => {
    const [before, aborted] = [await known(), upstream.abortedCount]
    streaming(HEAD, ...Array<string>(40).fill('x'.repeat(MEGABYTE)), '"}')
    const response = await ask()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    // A refund would be made before the answer is cut.
    expect(await remaining()).toBe(before - PRICE)
    await expectSoon(() => upstream.abortedCount, aborted + 1)
  })

  test('is taken back from the node when the client leaves', async () => {
    const before = upstream.abortedCount
    streaming(HEAD, 'r'.repeat(MEGABYTE), { waitMs: 10_000 }, '"}')
    const controller = new AbortController()
    const response = await ask(controller.signal)
    await response.body!.getReader().read()
    controller.abort()
    await expectSoon(() => upstream.abortedCount, before + 1)
    replying({ hang: true })
    const leaving = new AbortController()
    const asked = upstream.requests.length
    const gone = ask(leaving.signal).catch(() => 'gone')
    while (upstream.requests.length === asked) await wait(5)
    leaving.abort()
    expect(await gone).toBe('gone')
    await expectSoon(() => upstream.abortedCount, before + 2)
  })

  test('waits for a client that reads slowly, and is cut for one that does not read at all', async () => {
    let sent = 0
    const steps = function* (): Generator<StreamStep> {
      yield HEAD
      for (; sent < 28; sent++) yield 'r'.repeat(MEGABYTE)
      yield '"}'
    }
    replying({ stream: steps() })
    const aborted = upstream.abortedCount
    // The others' answers take a busy machine longer.
    const strict = await startTestGateway({ ...setting(), fixedLimits: { writeTimeoutMs: 700 } })
    const strictUrl = `${strict.url}/eth/v3/${await strict.addKey()}`
    await new Promise<void>((resolve, reject) => {
      const outgoing = request(strictUrl, { method: 'POST' }, async (response) => {
        response.pause()
        await wait(300)
        // The gateway and the sockets hold far less than the whole answer.
        expect(sent).toBeLessThan(20)
        // The gateway gives up the node's answer when it cuts the client.
        await expectSoon(() => upstream.abortedCount, aborted + 1, 20_000)
        response.resume()
        response.on('error', () => {})
        response.on('close', () => (response.complete ? reject(new Error('it was not cut')) : resolve()))
      })
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify(CALL))
    })
    await expectSoon(() => heldBytes(strict), '0')
    await strict.stop()
  })

  test('gives its memory back however it ended', async () => {
    expect(await heldBytes(gateway)).toBe('0')
  })

  test('costs nothing if the end of a drain cuts it', async () => {
    let end = () => {}
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve
    })
    const steps = async function* (): AsyncGenerator<StreamStep> {
      yield* [HEAD, 'r'.repeat(MEGABYTE)]
      await mayEnd
    }
    replying({ stream: steps() })
    const draining = await startTestGateway({
      ...setting(),
      limits: { ...setting().limits, drainTimeoutMs: 200 },
      more: { store: `sqlite:${place.path}` },
    })
    url = `${draining.url}/eth/v3/${await draining.addKey()}`
    const response = await ask()
    expect(response.headers.get('x-credits-cost')).toBe(String(PRICE))
    const reader = response.body!.getReader()
    // The reader has all that came, so it keeps the node waiting for nothing.
    for (let bytes = 0; bytes < MEGABYTE; ) bytes += (await reader.read()).value!.length
    await draining.stop()
    await expect(reader.read()).rejects.toThrow('terminated')
    end()
    const { usage } = await place.open()
    const rows = await usage.usageBy(draining.last.accountId, { from: '2020-01-01', to: '2999-12-31' }, 'method')
    expect(rows).toMatchObject([{ calls: 1, errors: 1, credits: 0 }])
  })
})
