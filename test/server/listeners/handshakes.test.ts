import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { writeCertificate } from '../../support/certificate.js'
import { readClientHello } from '../../support/client-hello.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { started, temporaryFolder } from '../../support/started.js'

/** Loopback addresses other than 127.0.0.1 are there without set-up on Linux only. */
const onLinux = process.platform === 'linux' ? test : test.skip
const CROWD = 300

const folder = temporaryFolder()
const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const start = (): Promise<TestGateway> => {
  writeCertificate('tollgate', tls)
  return startTestGateway({ networks: { eth: { urls: ['http://127.0.0.1:1'] } }, listen: { tls } })
}
const gateway = started(start)

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})
const open = async (localAddress: string, { url }: TestGateway = gateway): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  opened.push(socket.on('error', () => {}))
  await once(socket, 'connect')
  return socket
}
const untilClosed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))
/** The gateway accepts one connection in a turn of this process's event loop. */
const untilAccepted = async () => {
  for (let turn = 0; turn < 2 * CROWD; turn++) await setImmediate()
}

onLinux('a handshake does not wait for those of another source that come all at once', async () => {
  const hello = await readClientHello()
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => open('127.0.0.2')))
  const other = await open('127.0.0.3')
  await untilAccepted()
  let answered = 0
  const answers = crowd.map(async (socket) => {
    socket.write(hello)
    await once(socket, 'data')
    answered++
  })
  other.write(hello)
  await once(other, 'data')
  expect(answered).toBeLessThan(CROWD / 10)
  await Promise.all(answers)
})

test('connections that closed before their handshake leave no trace', async () => {
  const hello = await readClientHello()
  for (const bytes of ['', hello.subarray(0, 100), hello]) {
    const left = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.1')))
    await untilAccepted()
    for (const socket of left) socket.end(bytes).resume()
    await Promise.all(left.map(untilClosed))
  }
  const { hostname, port } = new URL(gateway.url)
  const socket = connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false })
  opened.push(socket)
  await once(socket, 'secureConnect')
})

test('connections that wait for their handshake end with the gateway', async () => {
  const hello = await readClientHello()
  const other = await start()
  const waiting = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.1', other)))
  await untilAccepted()
  for (const [at, socket] of waiting.entries()) socket.resume().write(hello.subarray(0, at % 2 === 0 ? 100 : undefined))
  await other.stop()
  await Promise.all(waiting.map(untilClosed))
})
