import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { SecureServer } from '../../../src/wire/http/server/secure-server.js'
import { writeCertificate } from '../../support/certificate.js'
import { started, temporaryFolder } from '../../support/started.js'

const folder = temporaryFolder()
const server = started(async () => {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  // A cipher with an RSA key exchange needs such a key.
  writeCertificate('tollgate', files, ['-newkey', 'rsa:2048'])
  const secure = new SecureServer({
    timeoutMs: 5_000,
    sourceOf: (address) => address,
    onSecure: (stream) => stream.on('error', () => {}).pipe(stream),
  })
  secure.setCertificate({ cert: readFileSync(files.cert), key: readFileSync(files.key) })
  const listening = createServer({ pauseOnConnect: true }, (socket) => secure.take(socket)).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return listening
})

const clients: TLSSocket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
const open = async (choices: ConnectionOptions): Promise<TLSSocket> => {
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...choices })
  clients.push(client)
  await once(client, 'secureConnect')
  return client
}
const TLS_1_2: ConnectionOptions = { maxVersion: 'TLSv1.2' }

test.each<[string, ConnectionOptions]>([
  ['TLS 1.3', { minVersion: 'TLSv1.3' }],
  ['TLS 1.2', TLS_1_2],
  ['TLS 1.3 on P-256', { minVersion: 'TLSv1.3', ecdhCurve: 'P-256' }],
  ['TLS 1.2 on P-256', { ...TLS_1_2, ecdhCurve: 'P-256' }],
  ['P-384 first, and P-256', { ecdhCurve: 'P-384:P-256' }],
])('a client connects with %s', async (_, choices) => {
  const client = await open(choices)
  client.write('hello')
  expect(String(await once(client, 'data'))).toBe('hello')
})

test.each<[string, ConnectionOptions]>([
  ['TLS 1.3 on P-384 alone', { ecdhCurve: 'P-384' }],
  ['TLS 1.2 on P-384 alone', { ...TLS_1_2, ecdhCurve: 'P-384' }],
  ['an RSA key exchange', { ...TLS_1_2, ciphers: 'AES128-GCM-SHA256' }],
])('a client is refused with %s, which takes long', async (_, choices) => {
  await expect(open(choices)).rejects.toThrow(/alert handshake failure/)
})

test('a client does not renegotiate', async () => {
  const client = await open(TLS_1_2)
  const error = once(client, 'error')
  client.renegotiate({}, () => {})
  expect(await error).toMatchObject([{ message: expect.stringMatching(/no renegotiation/) }])
})
