import { FakeCredits, FakeSource, fakeStreams } from './event-streams.js'
import { callOf, startTestGateway, type TestSetting } from './gateway.js'
import { openSocket } from './web-socket.js'

/** A gateway whose events the test says: one source for all kinds, and one purse for all keys. */
export const startStreamGateway = async (setting: Partial<TestSetting> = {}) => {
  const source = new FakeSource()
  const credits = new FakeCredits()
  const streams = fakeStreams(source, credits)
  const networks = {
    main: { urls: ['http://127.0.0.1:9'] },
    sol: { family: 'solana' as const, urls: ['http://127.0.0.1:9'] },
  }
  const whole = { networks, streams, ...setting }
  const gateway = await startTestGateway(whole)
  const socketUrl = (key: string, network = 'main') => `${gateway.url}/${network}/ws/v3/${key}`
  const connect = async (network = 'main') => openSocket(socketUrl(await gateway.addKey(), network))
  return { ...gateway, setting: whole, source, credits, socketUrl, connect }
}

export const SUBSCRIBE = callOf('eth_subscribe', ['newHeads'])
export const unsubscribe = (id: unknown) => callOf('eth_unsubscribe', [id], 2)
/** The result of a reply. */
export const resultIn = (message: string) => JSON.parse(message).result
