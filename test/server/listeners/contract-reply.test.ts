import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expectSoon } from '../../support/expect-soon.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { parseAnswer, rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'

describe('the served contract', () => {
  /** The gateway's time while the test holds it. */
  let heldMs: number | undefined
  const gateway = started(() => {
    const plans = { core: { dailyCredits: 3_000, creditsPerSecond: 600, burstSeconds: 1 } }
    const ports = { nowMs: () => heldMs ?? Date.now() }
    return startTestGateway({ networks: { eth: { urls: ['http://127.0.0.1:9'] } }, plans, ports })
  })
  const fetchUnder = async (host: string): Promise<unknown> => JSON.parse((await get('', 'GET', host)).text)
  const get = async (fields: string, method = 'GET', host = 'a') => {
    const connection = rawConnection(gateway.url)
    connection.write(`${method} /eth/openrpc.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${fields}\r\n`)
    const wire = await connection.ended
    const bytes = Buffer.from(parseAnswer(wire).text, 'latin1')
    return { ...parseAnswer(wire), bytes }
  }

  test('is compressed once, and sent as the client takes it', async () => {
    const plain = await get('')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const encodingOf = async (accepted: string) =>
      (await get(`Accept-Encoding: ${accepted}\r\n`)).headers['content-encoding']
    // Other threads compress it, which a busy machine may not run.
    await expectSoon(() => encodingOf('gzip'), 'gzip', 20_000)
    await expectSoon(() => encodingOf('gzip, br'), 'br', 20_000)
    for (const [accepted, encoding] of [
      ['*', 'br'],
      ['GZIP;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0, *', 'gzip'],
      ['identity', undefined],
      ['deflate, zstd', undefined],
      ['gzip;q=0, br; q=0', undefined],
    ] as const)
      expect([accepted, await encodingOf(accepted)]).toEqual([accepted, encoding])
    const [zipped, brotli] = [await get('Accept-Encoding: gzip\r\n'), await get('Accept-Encoding: br\r\n')]
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4)
    for (const { headers } of [plain, zipped, brotli])
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'private, max-age=300' })
    expect(new Set([plain, zipped, brotli].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  test('is not sent to a client that has it', async () => {
    const { etag } = (await get('')).headers
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await get(`If-None-Match: ${known}\r\n`)
      expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get('If-None-Match: "other"\r\n')).status).toBe(200)
    const listed = async (length: number) => (await get(`If-None-Match: ${etag!.padEnd(length, ',')}\r\n`)).status
    expect([await listed(1_024), await listed(1_025)]).toEqual([304, 200])
    const asked = await get('', 'HEAD')
    expect([asked.status, asked.text, asked.headers.etag]).toEqual([200, '', etag])
  })

  test('is compressed for a few addresses, and made as it is for whoever asks under others', async () => {
    for (let host = 0; host < 20; host++) {
      const reply = await get(
        `Accept-Encoding: gzip\r\nX-Forwarded-Host: evil.example\r\n`,
        'GET',
        `h${host}.example:1`,
      )
      const { servers } = (await fetchUnder(`h${host}.example:1`)) as { servers: { url: string }[] }
      expect(servers[0]!.url).toMatch(`http://h${host}.example:1/`)
      // The first ones may be requested again before they are compressed.
      if (host > 8) expect(reply.headers['content-encoding']).toBeUndefined()
    }
    // The document does not repeat a host that no address can have.
    for (const host of ['a%2fb', "a!$&'b", ''])
      expect(((await fetchUnder(host)) as { servers: { url: string }[] }).servers[0]!.url).toMatch(`${gateway.url}/`)
  })

  test('has for a key what it may call, and the account that pays', async () => {
    const key = await gateway.addKey({ allowedMethods: ['eth_blockNumber', 'eth_chainId'] })
    const url = `${gateway.url}/eth/v3/${key}`
    const { json } = await post(url, callOf('rpc.discover'))
    expect(json.result.methods.map(({ name }: { name: string }) => name)).toEqual(['eth_chainId', 'eth_blockNumber'])
    expect(json.result.info['x-account']).toMatchObject({
      dailyCredits: 3000,
      resetsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/),
    })
    expect(json.result.servers[0].url).toMatch(`${gateway.url}/`)
    expect(JSON.stringify(json)).not.toContain(key)
  })

  test('is throttled where it is asked for by rpc.discover, each time in a batch', async () => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    // The account gets no credits back while the batch runs, however slow the machine is.
    heldMs = Date.now()
    const batch = Array.from({ length: 100 }, (_, id) => callOf('rpc.discover', [], id))
    const { json, text, headers } = await post(url, batch)
    const told = json.map(({ error }: { error?: { code: number } }) => error?.code ?? 'document')
    // 600 credits a second are two of 255.
    expect(told).toEqual(['document', 'document', ...Array(98).fill(-32005)])
    expect(text.length).toBeLessThan(300_000)
    expect(headers.get('x-credits-cost')).toBe('0')
    expect((await post(url, callOf('rpc.discover'))).status).toBe(429)
    heldMs = undefined
  })
})
