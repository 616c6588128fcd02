import { gzipSync } from 'node:zlib'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import { callOf, HASH, post, startTestGateway } from '../../../support/gateway.js'
import { started } from '../../../support/started.js'

const MEGABYTE = 1_048_576
const CALL = callOf('eth_getTransactionReceipt', [HASH])

describe('an upstream that is asked for gzip', () => {
  let url: string
  const upstream = started(() => startFakeUpstream(() => ({ hang: true })))
  const gateway = started(() =>
    startTestGateway({
      networks: {
        eth: { upstreams: [{ name: 'n', url: upstream.url, gzip: true }] },
        plain: { upstreams: [{ name: 'n', url: upstream.url }] },
      },
      limits: { maxUpstreamBytes: 4 * MEGABYTE },
    }),
  )
  beforeAll(async () => {
    url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  })

  type Packed = { readonly result: string; readonly coding?: string; readonly change?: (packed: Buffer) => Buffer }
  /** The node answers with this result, packed, whole or in pieces of so many bytes. */
  const answering = ({ result, coding = 'gzip', change = (packed) => packed }: Packed, pieceBytes?: number) =>
    upstream.setScript(({ json }) => {
      const packed = change(gzipSync(`{"jsonrpc":"2.0","id":${json.id},"result":${result}}`))
      const headers = { 'content-encoding': coding, 'content-type': 'application/json' }
      if (pieceBytes === undefined) return { raw: packed, headers }
      const pieces: Buffer[] = []
      for (let at = 0; at < packed.length; at += pieceBytes) pieces.push(packed.subarray(at, at + pieceBytes))
      return { stream: pieces, headers }
    })
  const mixed = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, index) => `é${Math.sin(index)}\\`)).replace(
      '0.',
      '18446744073709551615.',
    )

  test.each([
    ['small and whole', '"0x01"', undefined],
    ['in pieces', mixed(2_000), 1_000],
    ['large, handed on while it arrives', mixed(60_000), 65_536],
  ])('gives its result with the same bytes: %s', async (_case, result, pieceBytes) => {
    answering({ result }, pieceBytes)
    const { status, text } = await post(url, CALL)
    expect(status).toBe(200)
    expect(text === `{"jsonrpc":"2.0","id":1,"result":${result}}`).toBe(true)
    expect(upstream.requests.at(-1)!.headers['accept-encoding']).toBe('gzip')
  })

  test('may answer without packing', async () => {
    upstream.setScript(() => ({ resultText: '"0x02"' }))
    expect((await post(url, CALL)).json.result).toBe('0x02')
    upstream.setScript(({ json }) => ({ stream: [`{"jsonrpc":"2.0","id":${json.id},`, '"result":"0x03"}'] }))
    expect((await post(url, CALL)).json.result).toBe('0x03')
  })

  test('unpacks to no more than maxUpstreamBytes', async () => {
    // A string of two gigabytes, packed in 1,025 members (RFC 1952, section 2.2).
    const member = gzipSync('r'.repeat(2 * MEGABYTE))
    answering({ result: '"r', change: (packed) => Buffer.concat([packed, ...Array(1_024).fill(member)]) })
    const before = process.memoryUsage.rss()
    // Streamed answers are cut where they grow over the bound; eth_getLogs is read whole.
    const { status, json } = await post(url, callOf('eth_getLogs', [{}]))
    expect([status, json.error.data.name]).toEqual([502, 'answer-too-large'])
    await expect(post(url, CALL)).rejects.toThrow('terminated')
    expect(process.memoryUsage.rss() - before).toBeLessThan(512 * MEGABYTE)
  })

  test.each<[string, Packed]>([
    ['cut', { result: mixed(100), change: (packed) => packed.subarray(0, packed.length - 9) }],
    ['without its check sum', { result: '"0x1"', change: (packed) => packed.subarray(0, packed.length - 8) }],
    ['no gzip', { result: '"0x1"', change: () => Buffer.from('{"jsonrpc":"2.0","id":1,"result":"0x1"}') }],
    ['packed in another way', { result: '"0x1"', coding: 'br' }],
    ['packed twice', { result: '"0x1"', coding: 'gzip, gzip' }],
  ])('is not believed when its answer is %s', async (_case, answer) => {
    answering(answer)
    const { json } = await post(url, CALL)
    expect(['no-upstream', 'bad-upstream-answer']).toContain(json.error.data.name)
    upstream.setScript(() => ({ resultText: '"0x04"' }))
    let result: unknown
    for (let tries = 0; tries < 50 && result === undefined; tries++) result = (await post(url, CALL)).json.result
    expect(result).toBe('0x04')
  })

  test('is not asked unless that is configured', async () => {
    upstream.setScript(() => ({ resultText: '"0x05"' }))
    expect((await post(url.replace('/eth/', '/plain/'), CALL)).json.result).toBe('0x05')
    expect(upstream.requests.at(-1)!.headers['accept-encoding']).toBeUndefined()
  })
})
