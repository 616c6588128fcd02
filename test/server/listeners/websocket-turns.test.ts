import { jest } from '@jest/globals'
import { WebSocket } from 'ws'
import { BEAT_MS } from '../../../src/server/listeners/websocket/heartbeat.js'
import { PACE_CHECK_MS, WebSocketWriter } from '../../../src/server/listeners/websocket/websocket-writer.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { visitedByTurn } from '../../support/visited-by-turn.js'
import { openSocket, type TestSocket } from '../../support/web-socket.js'

const CONNECTIONS = 60
let gateway: TestGateway
let sockets: TestSocket[] = []
/** The callbacks of all intervals, by their period. */
const intervals = new Map<number, () => void>()

beforeEach(async () => {
  const { setInterval } = globalThis
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((act: () => void, everyMs: number) => {
    intervals.set(everyMs, act)
    return setInterval(act, everyMs)
  }) as typeof setInterval)
  gateway = await startTestGateway({ networks: { eth: { urls: ['http://127.0.0.1:9'] } } })
  const url = `${gateway.url}/eth/ws/v3/${await gateway.addKey()}`
  sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => openSocket(url)))
})
afterEach(async () => {
  jest.restoreAllMocks()
  await Promise.all(sockets.map((socket) => socket.close()))
  await gateway.stop()
})

test('slow pings of many connections let others have their turns', async () => {
  const visits = visitedByTurn(WebSocket.prototype, 'ping', CONNECTIONS)
  intervals.get(BEAT_MS)!()
  expect(Math.max(...(await visits))).toBeLessThan(CONNECTIONS)
})

test('so does the periodic check of many connections', async () => {
  const visits = visitedByTurn(WebSocketWriter.prototype, 'checkPace', CONNECTIONS)
  intervals.get(PACE_CHECK_MS)!()
  expect(Math.max(...(await visits))).toBeLessThan(CONNECTIONS)
})
