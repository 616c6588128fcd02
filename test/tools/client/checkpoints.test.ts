import { jest } from '@jest/globals'
import { Checkpoints } from '../../../src/tools/client/runtime/checkpoints.js'
import type { EventReceiver, EventSocket } from '../../../src/tools/client/runtime/event-socket.js'
import { ResumePoints } from '../../../src/tools/client/runtime/resume-points.js'

const MINUTE_MS = 60_000

/** Checkpoints on a connection to a chain without logs. `mine` sends a head to who waits for it. */
const aChain = () => {
  const waiting = new Set<EventReceiver>()
  /** The numbers of the heads that were sent. */
  const sent: number[] = []
  let number = 0
  const subscribe = async (_methods: unknown, _params: unknown, receiver: EventReceiver) => {
    waiting.add(receiver)
    return { end: () => void waiting.delete(receiver) }
  }
  const checkpoints = new Checkpoints(
    { subscribe } as unknown as EventSocket,
    { subscribe: 'eth_subscribe', unsubscribe: 'eth_unsubscribe', timeoutMs: 5_000 },
    [],
    new ResumePoints(),
  )
  const mine = (): void => {
    number++
    for (const receiver of waiting) {
      sent.push(number)
      const head = { number: `0x${number.toString(16)}`, hash: `0xb${number}`, parentHash: `0xb${number - 1}` }
      receiver.event(head, '')
    }
  }
  /** Mines as many blocks, with the same time before each. */
  const goOn = async (blocks: number, blockMs: number): Promise<void> => {
    for (let block = 0; block < blocks; block++) {
      await jest.advanceTimersByTimeAsync(blockMs)
      mine()
    }
  }
  return { checkpoints, sent, goOn }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test.each([250, 12_000])('checkpoints are about 32 blocks of %i ms apart', async (blockMs) => {
  const { checkpoints, sent, goOn } = aChain()
  checkpoints.start()
  await goOn(400, blockMs)
  const apart = sent.map((number, at) => number - (sent[at - 1] ?? 0)).slice(-3)
  for (const blocks of apart) expect([31, 32, 33, 34]).toContain(blocks)
  checkpoints.stop()
})

test('after a chain stood still, the next checkpoint comes within the blocks that a gateway looks back', async () => {
  const { checkpoints, sent, goOn } = aChain()
  checkpoints.start()
  await goOn(200, 250)
  await goOn(1, 60 * MINUTE_MS)
  const before = sent.length
  await goOn(128, 250)
  expect(sent.length).toBeGreaterThan(before)
  checkpoints.stop()
})
