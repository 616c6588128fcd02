import { jest } from '@jest/globals'
import { hashSecret } from '../../../../src/server/accounts/secrets.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { callOf, startTestGateway, type TestGateway } from '../../../support/gateway.js'
import { started } from '../../../support/started.js'
import { openSocket, type TestSocket } from '../../../support/web-socket.js'

type FindKey = TestGateway['accounts']['findByKeyHash']

const gateway = started(() => startTestGateway({ networks: { main: { urls: ['http://127.0.0.1:9'] } } }))
let findKey: FindKey
/** Number of times the gateway looked a key up in the store, and the wait before each result. */
let asked = 0
let hold: (keyHash: string) => Promise<void> = async () => {}
beforeAll(() => {
  findKey = gateway.accounts.findByKeyHash
  Object.assign(gateway.accounts, {
    findByKeyHash: async (keyHash: string) => {
      asked++
      const found = await findKey.call(gateway.accounts, keyHash)
      await hold(keyHash)
      return found
    },
  })
})
let sockets: TestSocket[] = []
beforeEach(() => {
  asked = 0
  hold = async () => {}
})
afterEach(async () => {
  jest.useRealTimers()
  await Promise.all(sockets.map((socket) => socket.close()))
  sockets = []
})

const connect = async (key: string) => {
  const socket = await openSocket(`${gateway.url}/main/ws/v3/${key}`)
  sockets.push(socket)
  return socket
}
const UNAUTHORIZED = { code: 1008, reason: 'unauthorized' }
const isClosed = ({ socket }: TestSocket) => socket.readyState === socket.CLOSED

test('a key that was revoked while the store did not answer ends its WebSocket once it does', async () => {
  const socket = await connect(await gateway.addKey())
  hold = async () => {
    throw new Error('away')
  }
  const before = asked
  await gateway.accounts.revokeKey(gateway.last.keyId)
  await expectSoon(() => asked > before, true)
  expect(JSON.parse(await socket.ask(callOf('eth_unknown'))).error.code).toBe(-32601)
  hold = async () => {}
  await expectSoon(() => isClosed(socket), true)
  expect(await socket.closed).toEqual(UNAUTHORIZED)
})

test('rights that were read early and arrive late do not take the place of newer ones', async () => {
  const socket = await connect(await gateway.addKey())
  const { keyId } = gateway.last
  const isAllowed = async (method: string) => JSON.parse(await socket.ask(callOf(method))).error?.code !== -33102
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    hold = async () => {
      hold = async () => {}
      resolve()
      await new Promise<void>((go) => {
        release = go
      })
    }
  })
  await gateway.accounts.changeKey(keyId, { allowedMethods: ['eth_chainId'] })
  await arrived
  await gateway.accounts.changeKey(keyId, { allowedMethods: ['net_version'] })
  await expectSoon(() => isAllowed('eth_chainId'), false)
  release()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await isAllowed('eth_chainId')).toBe(false)
})

test('a key that is revoked while its WebSocket is being opened ends it', async () => {
  await connect(await gateway.addKey())
  const opened = await gateway.addKey()
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    hold = async (keyHash) => {
      // The new key has the callers of open connections checked, too.
      if (keyHash !== hashSecret(opened)) return
      hold = async () => {}
      resolve()
      await new Promise<void>((go) => {
        release = go
      })
    }
  })
  // The look-up has a time limit.
  fakeTimeouts()
  const opening = connect(opened)
  await isHeld
  const before = asked
  await gateway.accounts.revokeKey(gateway.last.keyId)
  // The first connection's caller was checked, so all were.
  await expectSoon(() => asked > before, true)
  release()
  const socket = await opening
  await expectSoon(() => isClosed(socket), true)
  expect(await socket.closed).toEqual(UNAUTHORIZED)
})
