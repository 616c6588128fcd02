import { expectSoon } from './expect-soon.js'
import { type FakeReply, startFakeUpstream } from './fake-upstream.js'
import { startedEach } from './started.js'

describe('the fake upstream', () => {
  const upstream = startedEach(() =>
    startFakeUpstream(({ json }) => ({ json: { jsonrpc: '2.0', id: json.id, result: json.method } })),
  )

  const ask = (body = '{"jsonrpc":"2.0","id":7,"method":"m"}', signal?: AbortSignal) =>
    fetch(upstream.url, { method: 'POST', body, ...(signal && { signal }) })
  const replying = (reply: FakeReply) => upstream.setScript(() => reply)

  test('answers what the script says and records what it was asked', async () => {
    expect(await (await ask()).json()).toEqual({ jsonrpc: '2.0', id: 7, result: 'm' })
    expect(upstream.requests).toMatchObject([{ json: { method: 'm' }, headers: { 'content-length': '37' } }])
  })

  test('keeps the bytes of a result and of a raw answer', async () => {
    replying({ resultText: '1.0e400 ' })
    expect(await (await ask()).text()).toBe('{"jsonrpc":"2.0","id":7,"result":1.0e400 }')
    replying({ raw: Uint8Array.of(0xff, 0x00), status: 502, headers: { 'content-type': 'text/html' } })
    const response = await ask('not JSON')
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.of(0xff, 0x00))
    expect(upstream.requests[1]).toMatchObject({ body: 'not JSON', json: undefined })
  })

  test('streams in pieces and can cut the connection in the middle', async () => {
    replying({ stream: ['{"a"', { waitMs: 30 }, ':1}'] })
    const started = performance.now()
    expect(await (await ask()).text()).toBe('{"a":1}')
    expect(performance.now() - started).toBeGreaterThan(28)
    replying({ stream: ['{"a"', { waitMs: 5 }, { destroy: true }] })
    await expect((await ask()).text()).rejects.toThrow('terminated')
    replying({ destroy: true })
    await expect(ask()).rejects.toThrow('fetch failed')
    expect(upstream.abortedCount).toBe(0)
  })

  test.each([{ hang: true } as const, { json: {}, delayMs: 10_000 }, { stream: ['{', { waitMs: 10_000 }, '}'] }])(
    'counts clients that go away while it does %j',
    async (reply) => {
      replying(reply)
      const leaving = new AbortController()
      const answer = ask(undefined, leaving.signal).then((response) => response.text())
      await expectSoon(() => upstream.requests.length, 1)
      leaving.abort()
      await expect(answer).rejects.toThrow()
      await expectSoon(() => upstream.abortedCount, 1)
    },
  )

  test('shows a mistake in the script as a 500 with its text', async () => {
    upstream.setScript(() => {
      throw new Error('no such case')
    })
    const response = await ask()
    expect([response.status, await response.text()]).toEqual([500, 'Error: no such case'])
  })
})
