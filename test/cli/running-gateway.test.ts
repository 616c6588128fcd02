import { jest } from '@jest/globals'
import { ADMIN_TOKEN } from '../support/admin-api.js'
import { CONFIG, Workplace } from '../support/command-line.js'
import { expectSoon } from '../support/expect-soon.js'
import { fakeTimeouts } from '../support/fake-timeouts.js'
import { type FakeScript, startFakeUpstream } from '../support/fake-upstream.js'

const LIMIT_MS = 30_000

const place = new Workplace()
afterEach(() => {
  jest.useRealTimers()
})

/** A gateway as its commands see it. Time limits end when the test lets them. */
const startGateway = async (script: FakeScript) => {
  const gateway = await startFakeUpstream(script)
  place.write('tollgate.yaml', `admin: { port: ${gateway.port}, token: ${ADMIN_TOKEN} }\n${CONFIG}`)
  fakeTimeouts()
  return gateway
}

test('a gateway has 30 s to answer, and then the error does not deny that the upstream may be cordoned', async () => {
  const gateway = await startGateway(() => ({ hang: true }))
  let isOver = false
  const cordoning = place.error('upstreams', 'cordon', 'a').finally(() => {
    isOver = true
  })
  try {
    await expectSoon(() => gateway.requests.length, 1)
    jest.advanceTimersByTime(LIMIT_MS - 1)
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    expect(isOver).toBe(false)
    jest.advanceTimersByTime(1)
    expect(await cordoning).toBe(
      `1 tollgate: the gateway at 127.0.0.1:${gateway.port} did not answer within 30 s; it may still do what was asked`,
    )
  } finally {
    await gateway.stop()
  }
})

test('an answer that has arrived when the time is over counts, as after a stall of the command', async () => {
  const result = { network: 'ethereum-mainnet', upstream: 'a', isCordoned: true, cordonedUntil: null, usableLeft: 1 }
  const gateway = await startGateway(() => {
    // By then the answer lies in the command's socket, unread.
    setImmediate(() => jest.advanceTimersByTime(LIMIT_MS))
    return { json: { jsonrpc: '2.0', id: 1, result } }
  })
  try {
    const { stdout, stderr } = await place.tollgate('upstreams', 'cordon', 'a')
    expect([stderr, stdout]).toEqual(['', 'a of ethereum-mainnet is cordoned until it is uncordoned.\n'])
  } finally {
    await gateway.stop()
  }
})
