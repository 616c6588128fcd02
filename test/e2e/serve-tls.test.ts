import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { writeCertificate } from '../support/certificate.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf } from '../support/gateway.js'
import {
  createServeFolder,
  evmNetwork,
  runCommand,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { started } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

let files: ServeFolder
let gateway: ServeProcess
let key: string
let pem: { readonly cert: string; readonly key: string }
/** The certificate that the gateway shows. */
let ca: string

const anvil = started(() => startAnvil())
beforeAll(async () => {
  const plain = 'listen: { host: 127.0.0.1, port: 0 }'
  files = createServeFolder('')
  pem = { cert: join(files.folder, 'cert.pem'), key: join(files.folder, 'key.pem') }
  ca = writeCertificate('first', pem)
  const tls = 'listen: { host: 127.0.0.1, port: 0, tls: { cert: cert.pem, key: key.pem } }'
  files.save(serveConfig({ main: evmNetwork(anvil.url) }).replace(plain, tls))
  key = (await files.createKey('main')).key
  gateway = await startServe(files.configFile)
})
afterAll(async () => {
  await gateway?.stop()
  files?.remove()
})

const post = (trusted: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', ca: trusted, agent: false } as const
    const outgoing = request(httpUrl(gateway, 'main', key), options, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(JSON.parse(text))
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(callOf('eth_chainId')))
  })

/** The name in the certificate that a new connection is shown. */
const shownName = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url)
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })

const untilShown = (name: string) => expectSoon(shownName, name, 5_000)

const answer = { jsonrpc: '2.0', id: 1, result: '0x7a69' }

const pemOf = (name: string) => ({
  cert: join(files.folder, `${name}.cert.pem`),
  key: join(files.folder, `${name}.key.pem`),
})
const RSA = ['-newkey', 'rsa:2048']
/** OpenSSL takes such a pair, and then fails every handshake. */
const writeKeyOfOtherType = () => void writeCertificate('other', { ...pemOf('other'), key: pem.key }, RSA)
const NOT_A_PAIR =
  /listen\.tls\.cert \(\S+cert\.pem\) and listen\.tls\.key \(\S+key\.pem\) cannot be used: the key is not that of the certificate/

describe('tollgate serve with a certificate', () => {
  test('speaks HTTPS and WebSocket over TLS on one port, and nothing in clear', async () => {
    expect(gateway.url).toMatch(/^https:/)
    expect(await post(ca)).toEqual(answer)
    const socket = await openSocket(wsUrl(gateway, 'main', key), { ca })
    expect(JSON.parse(await socket.ask(callOf('eth_chainId')))).toEqual(answer)
    await socket.close()
    await expect(fetch(gateway.url.replace('https', 'http'))).rejects.toThrow('fetch failed')
    await expect(post(writeCertificate('stranger', pemOf('stranger')))).rejects.toThrow(/self-signed/)
  })

  test('shows a new certificate when the files change, without dropping a WebSocket', async () => {
    const socket = await openSocket(wsUrl(gateway, 'main', key), { ca })
    expect(await shownName()).toBe('first')
    ca = writeCertificate('second', pem)
    await untilShown('second')
    expect(await post(ca)).toEqual(answer)
    expect(JSON.parse(await socket.ask(callOf('eth_chainId')))).toEqual(answer)
    await gateway.until('stderr', /"certificate reloaded"/)
    await socket.close()
  })

  test('keeps the old certificate while the files hold none, and says so', async () => {
    writeFileSync(pem.cert, 'half a certif')
    await gateway.until('stderr', /certificate not reloaded; the old one stays in use/)
    expect(await post(ca)).toEqual(answer)
    ca = writeCertificate('third', pem)
    await untilShown('third')
  })

  test('keeps the old certificate while the key is that of another, also of another type', async () => {
    writeKeyOfOtherType()
    await gateway.until('stderr', NOT_A_PAIR)
    expect(await post(ca)).toEqual(answer)
  })
})

describe('tollgate serve without a usable certificate', () => {
  beforeAll(() => gateway.stop())

  test('neither starts with a key that is not that of the certificate, nor passes tollgate check', async () => {
    writeKeyOfOtherType()
    const { code, stdout, stderr } = await runCommand('serve', '--config', files.configFile)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(NOT_A_PAIR)])
    const checked = await runCommand('check', '--config', files.configFile)
    expect([checked.code, checked.stdout]).toEqual([1, ''])
    expect(checked.stderr).toMatch(/tollgate\.yaml:1:\d+ listen\.tls: /)
    expect(checked.stderr).toMatch(NOT_A_PAIR)
  })

  test('does not start without the files, and names what is missing', async () => {
    const before = readFileSync(files.configFile, 'utf8')
    const text = serveConfig({ main: evmNetwork(anvil.url) })
    files.save(text.replace('port: 0 }', 'port: 0, tls: { cert: none.pem, key: key.pem } }'))
    const { code, stderr } = await runCommand('serve', '--config', files.configFile)
    expect(code).toBe(1)
    expect(stderr).toMatch(/tollgate\.yaml:1:\d+ listen\.tls\.cert: .*none\.pem/)
    files.save(before)
  })

  test('does not start with files that hold no certificate, and says it in one line', async () => {
    writeFileSync(pem.cert, 'half a certif')
    const { code, stdout, stderr } = await runCommand('serve', '--config', files.configFile)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^tollgate: .*(cert\.pem|certificate)/)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})
