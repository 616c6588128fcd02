import type { Position } from '../../contract/contract.js'

/** A node's answer to a call: a result, or an error. */
export type ChainAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** A call to which its result is adapted. */
export interface AnsweredCall {
  readonly position: Position
  readonly params: readonly unknown[]
  /** String params of the call, by the names of the parameters. */
  readonly named: Readonly<Record<string, string>>
}

/**
 * Generates a value that fits a method's result, by default the called one's; equal texts give
 * equal values.
 */
export type MakeResult = (about: string, method?: string) => unknown

/** The events of one subscription at a node. */
export interface MockStream {
  /** The events since the last reading, the oldest first. */
  read(): readonly unknown[]
  /** True after the last event. */
  readonly isOver?: boolean
}

/** The behaviour of a node of the family on its WebSocket. */
export interface SocketRules {
  readonly notification: (method: string) => string
  /** The id of the node's subscription with that number. */
  readonly idOf: (count: number) => string | number
  readonly unknownId: ChainAnswer
  /** The node closes the WebSocket on a longer message; undefined: on none. */
  readonly maxMessageBytes?: number
  /** False if it only serves subscriptions there. */
  readonly answersCalls: boolean
}

/** A mock node's chain, which adds content to the schemas of answers. */
export interface MockChain {
  /**
   * The answer that follows from the chain; undefined if the method's schema determines it. `make`
   * is given if the contract has the method.
   */
  answer(method: string, params: readonly unknown[], make: MakeResult | undefined): ChainAnswer | undefined
  /** The node's error for a call that requests state that the chain does not have. */
  refusal?(position: Position, params: readonly unknown[]): ChainAnswer | undefined
  readonly socketRules: SocketRules
  /**
   * Begins a subscription, or refuses it as a node; undefined for another method. `make` returns
   * undefined for methods that the contract does not have.
   */
  subscribe(method: string, params: readonly unknown[], make: MakeResult): MockStream | ChainAnswer | undefined
  /** The result, adapted to the chain and the call. */
  place(result: unknown, call: AnsweredCall): unknown
  /** Replaces the newest blocks by others. */
  reorganize?(depth: number): void
  /** Announces the next blocks of no plan so many times each: 0 skips them. */
  announceHeads?(blocks: number, times: number): void
  /** Puts a log that fits the filter into each block from the next one on. */
  bringLogs?(filter: Readonly<Record<string, unknown>>): void
}

export const nodeError = (code: number, message: string): ChainAnswer => ({ error: { code, message } })

/** The most blocks or slots of one reading of a stream. */
const MOST_STEPS = 100

/** The numbers from `from` to `to`, the newest if they are many. */
export const stepsBetween = (from: number, to: number): readonly number[] => {
  const first = Math.max(from, to - MOST_STEPS + 1)
  return Array.from({ length: Math.max(0, to - first + 1) }, (_, index) => first + index)
}

export type Json = Readonly<Record<string, unknown>>

/** The number of blocks since the mock started. */
export class MockClock {
  readonly startedAtMs: number
  /** The time of the chain at which it goes on, once the last stall is over. */
  private chainMs = 0
  private goesOnAtMs: number

  constructor(
    readonly blockTimeMs: number,
    private readonly nowMs: () => number,
  ) {
    this.startedAtMs = nowMs()
    this.goesOnAtMs = this.startedAtMs
  }

  blocksSinceStart(): number {
    return Math.floor(this.elapsedMs() / this.blockTimeMs)
  }

  /** Makes no block for so long. */
  stall(ms: number): void {
    this.chainMs = this.elapsedMs()
    this.goesOnAtMs = this.nowMs() + ms
  }

  private elapsedMs(): number {
    return this.chainMs + Math.max(0, this.nowMs() - this.goesOnAtMs)
  }
}
