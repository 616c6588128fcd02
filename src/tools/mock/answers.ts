import { isDeepStrictEqual } from 'node:util'
import type { Document } from '../../../generated/document.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { type ResultMaker, resultMaker } from '../../contract/values/seeded-values.js'
import { isObject } from '../../runtime/is-object.js'
import { METHOD_NOT_FOUND } from '../../wire/jsonrpc/error-codes.js'
import { type ChainAnswer, type MockChain, type MockStream, nodeError, type SocketRules } from './mock-chain.js'

export interface MockedContract {
  readonly document: Document
  readonly methods: readonly MethodContract[]
}

const NOT_OVER_HTTP = nodeError(METHOD_NOT_FOUND, 'notifications not supported')

/**
 * Answers calls like a node with this contract: from the mock chain, from an example of the
 * contract if the call equals the example's, and else with a value that fits the schema. The same
 * call with the same seed gets the same answer, except for parts that depend on the head.
 */
export class MockAnswers {
  private readonly rows: ReadonlyMap<string, MethodContract>
  private readonly makers = new Map<string, ResultMaker>()

  constructor(
    private readonly contract: MockedContract,
    private readonly chain: MockChain,
    private readonly seed: string,
  ) {
    this.rows = new Map(contract.methods.map((row) => [row.name, row]))
  }

  answer(method: string, params: readonly unknown[]): ChainAnswer {
    const row = this.rows.get(method)
    // Nothing can be sent to who subscribes over HTTP.
    if (row?.effect === 'subscription') return NOT_OVER_HTTP
    const make =
      row && ((about: string, of = method) => this.makerOf(this.rows.get(of) ?? row)(`${this.seed}:${about}`))
    const known = this.chain.answer(method, params, make)
    if (known !== undefined) return known
    if (row === undefined) return nodeError(METHOD_NOT_FOUND, `the method ${method} does not exist/is not available`)
    const example = this.exampleOf(row, params)
    if (example !== undefined) return { result: example.value }
    const refusal = this.chain.refusal?.(row.position, params)
    if (refusal !== undefined) return refusal
    const result = this.makerOf(row)(`${this.seed}:${method}:${JSON.stringify(params)}`)
    const placed = this.chain.place(result, { position: row.position, params, named: namedTexts(row, params) })
    return { result: placed }
  }

  get socketRules(): SocketRules {
    return this.chain.socketRules
  }

  /** Begins a subscription, or refuses it as a node; undefined for another method. */
  subscribe(method: string, params: readonly unknown[]): MockStream | ChainAnswer | undefined {
    return this.chain.subscribe(method, params, (about, of = method) => {
      const row = this.rows.get(of)
      return row && this.makerOf(row)(`${this.seed}:${about}`)
    })
  }

  private exampleOf(row: MethodContract, params: readonly unknown[]): { readonly value: unknown } | undefined {
    const { examples } = this.contract.document.methods.find(({ name }) => name === row.name)!
    const found = examples.find((example) =>
      isDeepStrictEqual(
        example.params.map(({ value }) => value),
        params,
      ),
    )
    return found && { value: found.result.value }
  }

  private makerOf(row: MethodContract): ResultMaker {
    const maker = this.makers.get(row.name) ?? resultMaker(this.contract.document, row)
    this.makers.set(row.name, maker)
    return maker
  }
}

/** String params by the names of their parameters; a filter's members by theirs. */
const namedTexts = (row: MethodContract, params: readonly unknown[]): Record<string, string> => {
  const pairs = row.params.map(({ name }, index): [string, unknown] => [name, params[index]])
  const members = params.flatMap((param) => (isObject(param) ? Object.entries(param) : []))
  return Object.fromEntries(
    [...members, ...pairs].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
