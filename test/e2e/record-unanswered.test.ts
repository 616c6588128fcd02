import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { TlsOptions } from 'node:tls'
import { listenOn } from '../../src/runtime/listen-on.js'
import { startRecordingProxy } from '../../src/tools/record/recording-proxy.js'
import { TrafficRecorder } from '../../src/tools/record/traffic-recorder.js'
import { writeCertificate } from '../support/certificate.js'
import { ownPort } from '../support/own-port.js'
import { temporaryFolder } from '../support/started.js'
import { refusedUpgrade } from '../support/web-socket.js'

const folder = temporaryFolder()
const address = { host: '127.0.0.1', port: 0 }

/** Starts a recorder in front of an endpoint; `told` is what its operator reads. */
const startIn = async (target: string) => {
  const told: string[] = []
  const recorder = new TrafficRecorder({ calls: 9, events: 0, bytes: 9_000, share: 1 }, () => {}, Math.random)
  const proxy = await startRecordingProxy(new URL(target), address, recorder, (line) => told.push(line))
  return { ...proxy, told }
}
const call = (url: string) =>
  fetch(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' })

test('callers of an endpoint that is down get 502, and the operator hears of it once', async () => {
  const target = `http://127.0.0.1:${await ownPort()}`
  const { url, told, stop } = await startIn(target)
  for (let sent = 0; sent < 2; sent++) {
    const answer = await call(url)
    expect([answer.status, await answer.text()]).toEqual([502, 'the endpoint did not answer: ECONNREFUSED\n'])
  }
  expect(await refusedUpgrade(url)).toMatchObject({
    status: 502,
    text: 'the endpoint did not answer: ECONNREFUSED\n',
  })
  await stop()
  expect(told).toEqual([`${target} did not answer: ECONNREFUSED; callers get 502`])
})

test('tells what is wrong with the certificate of an endpoint, and sends no address as its name', async () => {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const cert = writeCertificate('endpoint', files)
  const names: unknown[] = []
  const SNICallback: TlsOptions['SNICallback'] = (name, done) => {
    names.push(name)
    done(null)
  }
  const server = createSecureServer({ cert, key: readFileSync(files.key), SNICallback })
  const endpoint = await listenOn(server, address)
  const target = endpoint.url.replace('http:', 'https:')
  const { url, told, stop } = await startIn(target)
  expect((await call(url)).status).toBe(502)
  await stop()
  await endpoint.stop()
  expect(told).toEqual([`${target} did not answer: DEPTH_ZERO_SELF_SIGNED_CERT; callers get 502`])
  expect(names).toEqual([])
})

test('says nothing when a caller leaves before the answer', async () => {
  const endpoint = createServer((request, response) => {
    if (request.method === 'POST') response.end('answered')
  })
  const listening = await listenOn(endpoint, address)
  const { url, told, stop } = await startIn(listening.url)
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [{ socket }] = await once(endpoint, 'request')
  const left = once(socket, 'close')
  caller.destroy()
  await left
  // The recorder closed its side before it sends this.
  expect(await (await call(url)).text()).toBe('answered')
  await stop()
  await listening.stop()
  expect(told).toEqual([])
})
