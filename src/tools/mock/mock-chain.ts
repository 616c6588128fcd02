import type { Position } from '../../contract/contract.js'

/** What a node says to a call: a result, or an error of its own. */
export type ChainAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** A call as its result is made to fit it. */
export interface AnsweredCall {
  readonly position: Position
  readonly params: readonly unknown[]
  /** Texts that the call gave for parameters, by the names of the parameters. */
  readonly named: Readonly<Record<string, string>>
}

/**
 * Makes a value that fits a method's result, the called one's where none is named; one text, one
 * value.
 */
export type MakeResult = (about: string, method?: string) => unknown

/** What a mock node knows of its chain beside the shapes of answers. */
export interface MockChain {
  /**
   * The answer that follows from the chain; undefined: it is made from the method's schema. `make`
   * is there where the contract has the method.
   */
  answer(method: string, params: readonly unknown[], make: MakeResult | undefined): ChainAnswer | undefined
  /** The node's error where a call asks for state that the chain does not have. */
  refusal(position: Position, params: readonly unknown[]): ChainAnswer | undefined
  /** The result with what it says of the chain made to fit the chain and the call. */
  place(result: unknown, call: AnsweredCall): unknown
}

/** An error as a node sends it. */
export const nodeError = (code: number, message: string): ChainAnswer => ({ error: { code, message } })

/** A JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How many blocks have passed since the mock started. */
export class MockClock {
  readonly startedAtMs: number

  constructor(
    readonly blockTimeMs: number,
    private readonly nowMs: () => number,
  ) {
    this.startedAtMs = nowMs()
  }

  blocksSinceStart(): number {
    return Math.floor((this.nowMs() - this.startedAtMs) / this.blockTimeMs)
  }
}
