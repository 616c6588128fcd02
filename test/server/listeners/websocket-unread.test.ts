import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, startTestGateway } from '../../support/gateway.js'
import { openSocket } from '../../support/web-socket.js'

const MEGABYTE = 1_048_576
const CALLS = 60
/** A quarter of the bytes that may wait, in answers of a megabyte. */
const AT_ONCE = 16

test('a WebSocket whose caller reads nothing is answered as far as there is room, and goes on when it reads', async () => {
  const node = await startFakeUpstream(() => ({ resultText: `"0x${'ab'.repeat(MEGABYTE / 2)}"` }))
  const gateway = await startTestGateway({ networks: { eth: { urls: [node.url], checkAnswers: 0 } } })
  try {
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
    socket.socket.pause()
    for (let id = 0; id < CALLS; id++)
      socket.send(callOf('eth_getStorageAt', [ADDRESS, `0x${id.toString(16)}`, 'latest'], id))
    await expectSoon(() => node.requests.length >= AT_ONCE, true)
    await settled(() => node.requests.length)
    // What the system took of the first answers made room for others: some megabytes of socket
    // buffers.
    expect(node.requests.length).toBeLessThan(AT_ONCE + 12)
    socket.socket.resume()
    const ids = (await socket.received(CALLS)).map((text) => JSON.parse(text).id)
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: CALLS }, (_, id) => id))
    await socket.close()
  } finally {
    await gateway.stop()
    await node.stop()
  }
})

/** Waits until ten checks read no more. */
const settled = async (read: () => number): Promise<void> => {
  for (let same = 0, last = read(); same < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    same = read() === last ? same + 1 : 0
    last = read()
  }
}
