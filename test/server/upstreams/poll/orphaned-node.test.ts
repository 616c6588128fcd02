import { Head } from '../../../../src/server/networks/head.js'
import type { AskUpstream } from '../../../../src/server/upstreams/poll/asked.js'
import { EvmPoll } from '../../../../src/server/upstreams/poll/evm-poll.js'
import { type QuietUpstream, quietUpstream } from '../../../support/upstream.js'

const BLOCK_MS = 2_000
const hex = (number: number) => `0x${number.toString(16)}`

/** A node's branch: it leaves that of the others above the block `fork`. */
interface Branch {
  readonly name: string
  readonly fork: number
}

/** A node and what it shows; `final` is the number of its newest final block, if it knows one. */
interface Shown {
  readonly upstream: QuietUpstream
  readonly branch: Branch
  readonly final: number | undefined
  head: number
}

const MAIN: Branch = { name: 'main', fork: Number.POSITIVE_INFINITY }
const FIRST = 1_000

/** Nodes that are polled every second. Each grows until it stops. */
const worldOf = (...nodes: readonly { branch?: Branch; final?: number; stopsAt?: number; ahead?: number }[]) => {
  const clock = { nowMs: 1_700_000_000_000 }
  const started = clock.nowMs
  const shown: Shown[] = nodes.map(({ branch = MAIN, final }, index) => ({
    upstream: quietUpstream(clock, `node-${index}`),
    branch,
    final,
    head: FIRST,
  }))
  const head = new Head(
    async () => undefined,
    async () => {},
    shown.map(({ upstream }) => upstream),
    { nowMs: () => clock.nowMs, maxLag: 5, reach: 2, blockTimeMs: undefined },
  )
  const hashOf = ({ name, fork }: Branch, number: number) =>
    `0x${Buffer.from(`${number > fork ? name : MAIN.name}:${number}`).toString('hex')}`
  /** The head at each question: a poll must not lower it on its way. */
  const duringPolls: number[] = []
  const asked = new Map<Shown, number>()
  const ask: AskUpstream = async (upstream, _method, [block]) => {
    const node = shown.find((one) => one.upstream === upstream)!
    asked.set(node, (asked.get(node) ?? 0) + 1)
    if (head.known !== undefined) duringPolls.push(Number(head.known.number))
    const number = block === 'latest' ? node.head : block === 'finalized' ? node.final : Number(block)
    if (number === undefined || number > node.head) return { kind: 'result', value: null }
    const seconds = (started + (number - FIRST) * BLOCK_MS) / 1_000
    const [hash, parentHash] = [hashOf(node.branch, number), hashOf(node.branch, number - 1)]
    return { kind: 'result', value: { number: hex(number), hash, parentHash, timestamp: hex(seconds) } }
  }
  const poll = new EvmPoll(
    head,
    ask,
    () => clock.nowMs,
    () => {},
    () => false,
  )
  /** Passes on what callers may get: each block that the nodes agree on. */
  const served: number[] = []
  const run = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      const newest = FIRST + Math.floor((clock.nowMs - started) / BLOCK_MS)
      for (const [index, node] of shown.entries()) {
        if (node.upstream.health.isCordoned) {
          head.withdraw(node.upstream)
          continue
        }
        const { stopsAt = newest, ahead = 0 } = nodes[index]!
        node.head = Math.min(newest, stopsAt) + ahead
        await poll.readMore(node.upstream, hex(node.head))
        const { known } = head
        if (known === undefined) continue
        if (head.judge(known.number) === 'plausible') head.served(known.number)
        served.push(Number(head.newestServed))
      }
      clock.nowMs += 1_000
    }
  }
  const behind = () => shown.filter(({ upstream }) => head.isBehind(upstream)).map(({ upstream }) => upstream.name)
  return { head, run, behind, served, duringPolls, shown, asked, known: () => Number(head.known?.number) }
}

const isRising = (numbers: readonly number[]) => numbers.every((number, index) => number >= (numbers[index - 1] ?? 0))
const orphan = (at: number): Branch => ({ name: 'orphan', fork: at - 1 })

test.each([
  ['a block whose parent the other has', { branch: orphan(1_020), stopsAt: 1_020 }],
  ['a branch of nine blocks above a final block of both', { branch: orphan(1_011), stopsAt: 1_020, final: 1_000 }],
])('a node that stopped on %s does not hold the head of a network of two', async (_, stuck) => {
  const { run, behind, known, served, head, shown, asked } = worldOf({}, stuck)
  await run(60)
  await run(60)
  expect([known(), behind()]).toEqual([1_059, ['node-1']])
  expect(isRising(served)).toBe(true)
  expect(head.newestServed).toBe(1_059n)
  // A bounded number of questions at each poll, while the heads contradict each other.
  const before = asked.get(shown[0]!)!
  await run(10)
  expect(asked.get(shown[0]!)! - before).toBeLessThanOrEqual(10 * 4 + 5 + 4)
})

test('a poll of a node that leads does not lower the head on its way', async () => {
  const { run, known, duringPolls } = worldOf({}, { stopsAt: 1_020 })
  await run(120)
  expect(known()).toBe(1_059)
  expect(isRising(duringPolls.slice(duringPolls.indexOf(1_040)))).toBe(true)
})

test.each([
  ['another chain', [{ branch: { name: 'other', fork: 0 } }, { stopsAt: 1_020, final: 990 }], 1_020],
  ['another branch than two', [{ branch: orphan(1_020) }, { stopsAt: 1_020 }, { stopsAt: 1_020 }], 1_020],
  ['another branch than one that grows', [{ branch: orphan(1_005), ahead: 100 }, {}], 1_059],
])('a node of %s is not followed', async (_, nodes, newest) => {
  const { run, behind, known } = worldOf(...nodes)
  await run(120)
  expect([known(), behind()]).toEqual([newest, []])
})

test('two nodes that stopped on the same orphaned block hold the head until one of them is cordoned', async () => {
  const stuck = { branch: orphan(1_020), stopsAt: 1_020 }
  const { run, behind, known, shown } = worldOf({}, stuck, stuck)
  await run(60)
  await run(60)
  expect(known()).toBe(1_020)
  shown[2]!.upstream.health.cordon(true)
  await run(60)
  expect([known(), behind()]).toEqual([1_089, ['node-1']])
})
