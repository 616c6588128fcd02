import { createServer } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { listenOn } from '../../../src/runtime/listen-on.js'
import { startRecordingProxy } from '../../../src/tools/record/recording-proxy.js'
import { TrafficRecorder } from '../../../src/tools/record/traffic-recorder.js'
import { started } from '../../support/started.js'

const endpoint = started(async () => {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('answered')))
  return listenOn(server, { host: '127.0.0.1', port: 0 })
})

/** Sends a body through a recorder; returns its lines and how many messages it left out. */
const record = async (body: string | Buffer, headers: Record<string, string> = {}) => {
  const lines: string[] = []
  const bounds = { calls: 10, events: 0, bytes: 10_000, share: 1 }
  const recorder = new TrafficRecorder(bounds, (line) => lines.push(line), Math.random)
  const proxy = await startRecordingProxy(new URL(endpoint.url), { host: '127.0.0.1', port: 0 }, recorder, () => {})
  const answer = await fetch(proxy.url, { method: 'POST', body: Buffer.from(body), headers })
  expect(await answer.text()).toBe('answered')
  await proxy.stop()
  return { lines, leftOut: recorder.counts.unreadable }
}
const CALL = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
const LINE = '{"method":"eth_chainId","params":[]}\n'

test.each([
  [{}, CALL],
  [{ 'content-encoding': 'identity' }, CALL],
  [{ 'content-encoding': 'gzip' }, gzipSync(CALL)],
  [{ 'content-encoding': 'X-GZIP' }, gzipSync(CALL)],
])('keeps the call of a body with the headers %j', async (headers, body) => {
  expect(await record(body, headers as Record<string, string>)).toEqual({ lines: [LINE], leftOut: 0 })
})

test.each([
  ['that is too long to be read', ' '.repeat(1024 * 1024 + 1), {}],
  [
    'that unpacked is too long to be read',
    gzipSync(`${CALL}${' '.repeat(1024 * 1024)}`),
    { 'content-encoding': 'gzip' },
  ],
  ['that is no gzip', CALL, { 'content-encoding': 'gzip' }],
  ['in another encoding', brotliCompressSync(CALL), { 'content-encoding': 'br' }],
])('a body %s passes through the recorder, which counts it', async (_, body, headers) => {
  expect(await record(body, headers as Record<string, string>)).toEqual({ lines: [], leftOut: 1 })
})
