import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { WebSocketWriter } from '../../../../src/server/listeners/websocket/websocket-writer.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import { expectSoon } from '../../../support/expect-soon.js'

/** More than an object, a callback and a short text take. */
const LEAST_BYTES = 500

/** A writer to a client that reads nothing. */
const toSilentClient = () => {
  const account = new AccountShare()
  const state = { ended: 0, isCut: false }
  const untaken: (((error: Error) => void) | undefined)[] = []
  const send = (_: Buffer, __: object, done: ((error: Error) => void) | undefined) => untaken.push(done)
  const socket = { OPEN: 1, readyState: 1, send, terminate: () => (state.isCut = true) }
  const stream = {
    writableLength: 100_000,
    writableCorked: 0,
    cork: () => {},
    uncork: () => {},
    on: () => {},
    off: () => {},
  }
  const deps = { limits: {}, budget: new ByteBudget(10_000_000), observer: {} }
  const writer = new WebSocketWriter(
    socket as unknown as WebSocket,
    stream as unknown as Duplex,
    deps as unknown as ConstructorParameters<typeof WebSocketWriter>[2],
    'account-1',
  )
  const sendEvents = (count: number) => {
    for (let sent = 0; sent < count && !state.isCut; sent++)
      writer.send({ chunks: ['{"event":', `${sent}`, '}'], release: () => {} }, account, () => state.ended++, true)
  }
  const leave = () => {
    socket.readyState = 3
    for (const done of untaken) done?.(new Error('closed'))
    writer.closed()
  }
  return { account, state, sendEvents, leave }
}

test('a short event that waits counts for the memory that it takes, not for its text', () => {
  const { account, state, sendEvents } = toSilentClient()
  sendEvents(1_000)
  expect(account.heldBytes).toBeGreaterThan(1_000 * LEAST_BYTES)
  // An account may hold half of what there is.
  sendEvents(100_000)
  expect(state.isCut).toBe(true)
  expect(account.heldBytes).toBeLessThanOrEqual(5_000_000)
})

test('what waits for a client that leaves is given back, a little in each turn of the event loop', async () => {
  const { account, state, sendEvents, leave } = toSilentClient()
  sendEvents(5_000)
  leave()
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(state.ended).toBeLessThan(5_000)
  await expectSoon(() => state.ended, 5_000)
  expect(account.heldBytes).toBe(0)
})
