import { methods } from '../../generated/methods.js'
import { Cancellation } from '../../src/runtime/cancellation.js'
import type { ChargedCall } from '../../src/server/pipeline/stage.js'
import { splitLogs } from '../../src/server/pipeline/stages/split-logs.js'
import { UpstreamTime } from '../../src/server/pipeline/upstream-time.js'
import type { Upstream } from '../../src/server/upstreams/upstream.js'
import { type Failure, fail, type Reply, type ResultReply } from '../../src/wire/jsonrpc/reply.js'

const ROW = methods.eth_getLogs
/** The chain's newest block. */
export const HEAD = 60
export const hex = (number: number) => `0x${number.toString(16)}`
/** Waits for that many turns of the event loop. */
export const tick = (turns: number) =>
  new Promise<void>((resolve) => (turns <= 0 ? resolve() : setImmediate(() => resolve(tick(turns - 1)))))

export interface Filter {
  readonly fromBlock?: string | null
  readonly toBlock?: string | null
  readonly [key: string]: unknown
}

/** A node's reply to a part that begins with this block; undefined: its true answer. */
type Trouble = (from: number) => Reply | undefined

interface Options {
  readonly counts: readonly number[]
  /** The most blocks of one call; the node answers more with an error. */
  readonly width?: number
  readonly maxResults?: number
  /** Turns of the event loop that a call takes. */
  readonly delay?: (from: number) => number
  readonly trouble?: Trouble
  /** Bytes between the logs, as nodes may write them. */
  readonly space?: string
}

/**
 * Returns `splitLogs` over a node in place of `forward`. `counts` are the numbers of logs in the
 * blocks of its chain. `state` has the bytes held and the calls that the node received.
 */
export const splitWorld = ({
  counts,
  width,
  maxResults = 10_000,
  delay = () => 0,
  trouble = () => undefined,
  space = '',
}: Options) => {
  const state = {
    held: 0,
    asked: [] as Filter[],
    atOnce: 0,
    mostAtOnce: 0,
    cancelled: 0,
  }
  const tags: Record<string, number> = { earliest: 0, latest: HEAD, pending: HEAD, safe: HEAD - 3, finalized: HEAD - 7 }
  const blockOf = (value: string | null | undefined) =>
    value === undefined || value === null ? HEAD : value in tags ? tags[value]! : Number(value)
  const logsOf = (from: number, to: number) =>
    counts
      .slice(from, to + 1)
      .flatMap((count, index) => Array.from({ length: count }, (_, log) => ({ blockNumber: hex(from + index), log })))

  const answer = (from: number, to: number): Reply => {
    const logs = logsOf(from, to)
    if (logs.length > maxResults)
      return {
        ...fail('too-many-results', { from: null, to: null, limit: maxResults }),
        surplus: { first: logs[0], last: logs[maxResults] },
        servedBy: 'upstream',
        upstream: 'node-1',
      }
    const text = `[${space}${logs.map((log) => JSON.stringify(log)).join(`${space},${space}`)}${space}]`
    const bytes = Buffer.from(text)
    const middle = Math.floor(bytes.length / 2)
    state.held += bytes.length
    const release = () => {
      state.held -= bytes.length
    }
    return {
      result: {
        chunks: [bytes.subarray(0, middle), bytes.subarray(middle)].filter(({ length }) => length > 0),
        elements: logs.length,
        release,
      },
      servedBy: 'upstream',
      upstream: 'node-1',
      costCredits: 0,
    }
  }
  const node = async (call: ChargedCall): Promise<Reply> => {
    const [filter] = JSON.parse(call.paramsJson.toString()) as [Filter]
    expect(call.params).toEqual([filter])
    state.asked.push(filter)
    state.atOnce += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce)
    const [from, to] = [blockOf(filter.fromBlock), blockOf(filter.toBlock)]
    let isCancelled = false
    const cancelled = new Promise<void>((resolve) =>
      call.work.onCancel(() => {
        isCancelled = true
        resolve()
      }),
    )
    await Promise.race([tick(delay(from)), cancelled])
    state.atOnce -= 1
    if (isCancelled) {
      state.cancelled += 1
      return fail('no-upstream')
    }
    const wrong = trouble(from)
    if (wrong !== undefined) return wrong
    if (width !== undefined && to - from + 1 > width && filter.blockHash === undefined)
      return {
        error: { code: -32602, message: 'range too wide', data: undefined },
        bytes: Buffer.from('{}'),
        servedBy: 'upstream',
        costCredits: 0,
      }
    return answer(from, to)
  }
  const setting = {
    pool: {
      widestBlockRange: () => width,
      upstreams: [{ maxBlockRange: width, health: { state: 'up', isUsable: true } }] as unknown as readonly Upstream[],
    },
    head: { latest: async () => BigInt(HEAD), numberOf: async (_: string, tag: string) => BigInt(tags[tag]!) },
    nowMs: () => 0,
    maxParts: 100,
  }
  const row = { ...ROW, maxResults }
  const stage = splitLogs(row, setting, node)
  const ask = (filter: Filter, next = stage, cancellation = new Cancellation()) =>
    next({
      row,
      params: [filter],
      paramsJson: Buffer.from(JSON.stringify([filter])),
      work: cancellation,
      deadlineMs: 10_000,
      caller: { entitlement: { account: { id: 'acc' } } },
      upstreamTime: new UpstreamTime(),
    } as unknown as ChargedCall)
  return { state, stage, ask, node, logsOf, blockOf, setting, row }
}

export const textOf = (reply: Reply): string => Buffer.concat((reply as ResultReply).result.chunks).toString()
export const failureOf = (reply: Reply): Failure => reply as Failure
