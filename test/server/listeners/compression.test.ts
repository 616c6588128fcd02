import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { threadJobs } from '../../../src/runtime/turns/fair-queue.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH, readConfig, startTestGateway, type TestSetting } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { stopwatch } from '../../support/stopwatch.js'
import { onZstd, unzstd } from '../../support/zstd.js'

const MEGABYTE = 1_048_576
const CALL = callOf('eth_getTransactionReceipt', [HASH])
const LARGE = `"${'0123456789abcdef\u00e9'.repeat(4_000)}"`
const SMALL = '"0x1"'

interface Wire {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly bytes: Buffer
}

describe('a reply to a client that takes compressed ones', () => {
  let url: string
  let resultText = LARGE
  const setting = (compression?: boolean) => ({
    networks: { eth: { urls: [upstream.url] } },
    ...(compression && { listen: { compression } }),
    limits: { maxUpstreamBytes: 32 * MEGABYTE, maxHeldBytes: 64 * MEGABYTE },
  })
  const upstream = started(() => startFakeUpstream(() => ({ resultText })))
  const gateway = started(() => startTestGateway(setting(true)))
  beforeAll(async () => {
    url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  })
  beforeEach(() => {
    resultText = LARGE
    upstream.setScript(() => ({ resultText }))
  })

  const ask = (acceptEncoding: string | undefined, body: unknown = CALL, to = url): Promise<Wire> =>
    new Promise((resolve, reject) => {
      const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
      const outgoing = request(to, { method: 'POST', headers }, async (response) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of response) chunks.push(chunk as Buffer)
        } catch (error) {
          return reject(error)
        }
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) })
      })
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify(body))
    })
  const reload = (next: TestSetting) => gateway.reload(readConfig(gateway.configText(next), gateway.folder))
  const envelope = (result: string) => `{"jsonrpc":"2.0","id":1,"result":${result}}`
  const decoded = ({ headers, bytes }: Wire): string => {
    const encoding = headers['content-encoding']
    const unpackers: NodeJS.Dict<(packed: Buffer) => Buffer> = {
      gzip: gunzipSync,
      br: brotliDecompressSync,
      zstd: unzstd,
    }
    return (unpackers[String(encoding)]?.(bytes) ?? bytes).toString()
  }

  const isTheSame = async (coding: string) => {
    const reply = await ask(coding)
    expect(reply.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
    expect(reply.headers['content-length']).toBeUndefined()
    expect(reply.headers['content-type']).toBe('application/json')
    expect(reply.headers['x-credits-cost']).toBe('80')
    expect(decoded(reply)).toBe(envelope(LARGE))
    expect(reply.bytes.length).toBeLessThan(LARGE.length / 4)
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    expect(metrics).toMatch(new RegExp(`tollgate_http_encoded_replies_total\\{encoding="${coding}"\\} 1\n`))
  }
  test.each(['gzip', 'br'])('is the same bytes once unpacked from %s', isTheSame)
  onZstd('is the same bytes once unpacked from zstd, which a client gets that takes all', async () => {
    await isTheSame('zstd')
    expect((await ask('gzip, br, zstd')).headers['content-encoding']).toBe('zstd')
  })

  onZstd('is cut where the answer breaks off, in zstd too', async () => {
    const part = 'r'.repeat(MEGABYTE)
    const begin = '{"jsonrpc":"2.0","id":1,"result":"'
    upstream.setScript(() => ({ stream: [begin, part, { waitMs: 50 }, part, '"}'] }))
    expect(decoded(await ask('zstd'))).toBe(envelope(`"${part}${part}"`))
    upstream.setScript(() => ({ stream: [begin, part, { waitMs: 50 }, { destroy: true }] }))
    await expect(ask('zstd')).rejects.toThrow('aborted')
  })

  test('goes out as it is to one that says nothing, and tells caches that others may get another', async () => {
    const reply = await ask(undefined)
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers.vary).toBe('Accept-Encoding')
    expect(reply.headers['content-length']).toBe(String(reply.bytes.length))
    expect(decoded(reply)).toBe(envelope(LARGE))
  })

  test('is not compressed below the threshold, unless the client takes no other', async () => {
    resultText = SMALL
    const plain = await ask('gzip')
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, undefined])
    expect(plain.headers['content-length']).toBe(String(plain.bytes.length))
    const forced = await ask('gzip, identity;q=0')
    expect(forced.headers['content-encoding']).toBe('gzip')
    expect(decoded(forced)).toBe(envelope(SMALL))
  })

  test('is compressed in a batch, too', async () => {
    const reply = await ask('br', [CALL, { ...CALL, id: 2 }])
    expect(reply.headers['content-encoding']).toBe('br')
    expect(decoded(reply)).toBe(`[${envelope(LARGE)},${envelope(LARGE).replace('"id":1', '"id":2')}]`)
  })

  test('is compressed while it arrives, and cut when the answer breaks off', async () => {
    const part = 'r'.repeat(MEGABYTE)
    upstream.setScript(() => ({ stream: ['{"jsonrpc":"2.0","id":1,"result":"', part, { waitMs: 50 }, part, '"}'] }))
    const reply = await ask('gzip')
    expect(decoded(reply)).toBe(envelope(`"${part}${part}"`))
    upstream.setScript(() => ({
      stream: ['{"jsonrpc":"2.0","id":1,"result":"', part, { waitMs: 50 }, { destroy: true }],
    }))
    await expect(ask('gzip')).rejects.toThrow('aborted')
  })

  test('keeps its place among those of other requests of the connection', async () => {
    const connection = rawConnection(url)
    const { pathname, host } = new URL(url)
    const body = JSON.stringify(CALL)
    const head = (more: string) =>
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n${more}\r\n`
    connection.write(head('Accept-Encoding: gzip\r\n') + body + head('Connection: close\r\n') + body)
    const wire = await connection.ended
    const second = wire.indexOf('HTTP/1.1 200', 10)
    expect(wire.slice(0, second)).toContain('Content-Encoding: gzip\r\n')
    expect(wire.slice(0, second)).toMatch(/\r\n0\r\n\r\n$/)
    expect(Buffer.from(wire.slice(wire.indexOf('\r\n\r\n', second) + 4), 'latin1').toString()).toBe(envelope(LARGE))
  })

  test('is never compressed for HTTP/1.0, whose clients know no chunks', async () => {
    const connection = rawConnection(url)
    const body = JSON.stringify(CALL)
    connection.write(
      `POST ${new URL(url).pathname} HTTP/1.0\r\nAccept-Encoding: gzip, identity;q=0\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(await connection.ended).not.toContain('Content-Encoding')
  })

  test('that is five megabytes does not keep others waiting', async () => {
    const entry = Array.from({ length: 2_000 }, (_, index) => `{"n":"0x${(index * 7_919).toString(16)}"}`).join()
    const whole = `[${Array.from({ length: 100 }, () => entry).join()}]`
    upstream.setScript(({ json }) => ({ resultText: json.method === CALL.method ? whole : SMALL }))
    const large = ask('gzip')
    let isDone = false
    const done = large.finally(() => {
      isDone = true
    })
    const waits: number[] = []
    while (!isDone) {
      const spentMs = stopwatch()
      await ask(undefined, callOf('eth_chainId'))
      waits.push(spentMs())
    }
    expect(decoded(await done)).toBe(envelope(whole))
    waits.sort((one, other) => one - other)
    expect(waits.length).toBeGreaterThan(3)
    expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(60)
  })

  test('holds little of what a client that does not read has to wait for, and cuts it', async () => {
    let sent = 0
    const noise = () => randomBytes((MEGABYTE * 3) / 4).toString('base64')
    const steps = function* () {
      yield '{"jsonrpc":"2.0","id":1,"result":"'
      for (; sent < 29; sent++) yield noise()
      yield '"}'
    }
    upstream.setScript(() => ({ stream: steps() }))
    const abortedBefore = upstream.abortedCount
    // The others' answers take a busy machine longer.
    const strict = await startTestGateway({ ...setting(true), fixedLimits: { writeTimeoutMs: 700 } })
    const strictUrl = `${strict.url}/eth/v3/${await strict.addKey()}`
    const isCut = await new Promise<boolean>((resolve, reject) => {
      const outgoing = request(
        strictUrl,
        { method: 'POST', headers: { 'accept-encoding': 'gzip' } },
        async (response) => {
          response.pause()
          await wait(700)
          expect(sent).toBeLessThan(25)
          // The gateway gives up the node's answer when it cuts the client.
          await expectSoon(() => upstream.abortedCount, abortedBefore + 1, 20_000)
          response.on('error', () => {}).on('close', () => resolve(!response.complete))
          response.resume()
        },
      )
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify(CALL))
    }).finally(() => strict.stop())
    expect(isCut).toBe(true)
  })

  test('is compressed, and its request unpacked, in the turns of its account', async () => {
    const owners: string[] = []
    const spies = (['run', 'runStep'] as const).map((name) => {
      const usual = threadJobs[name]
      threadJobs[name] = function (this: typeof threadJobs, owner: string, job: never) {
        owners.push(owner)
        return usual.call(this, owner, job)
      } as never
      return () => {
        threadJobs[name] = usual as never
      }
    })
    const body = gzipSync(JSON.stringify(CALL))
    const headers = { 'content-encoding': 'gzip', 'accept-encoding': 'br' }
    const reply = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers })
    expect(await reply.text()).toBe(envelope(LARGE))
    for (const restore of spies) restore()
    expect(owners.length).toBeGreaterThan(1)
    expect(new Set(owners)).toEqual(new Set([gateway.last.accountId]))
  })

  test('is not compressed unless that is configured, which a reload changes', async () => {
    expect((await ask('gzip')).headers['content-encoding']).toBe('gzip')
    reload(setting())
    const plain = await ask('gzip, identity;q=0')
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, undefined])
  })
})
