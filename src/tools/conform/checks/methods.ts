import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Schema } from '../../../contract/contract.js'
import type { MethodContract } from '../../../contract/method-contract.js'
import { arbitraryOf } from '../../../contract/values/arbitrary.js'
import { exactJson, parseExact, withPlainNumbers } from '../../../runtime/exact-json.js'
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../wire/jsonrpc/error-codes.js'
import { shown } from '../answer.js'
import { type ConformCheck, type ConformDeps, gateways, profiles, type SayViolation } from '../check.js'
import { expectCode } from './envelope.js'

/** Nodes report invalid params in several ways. Source: geth, erigon, nethermind, agave */
const REFUSALS_OF_NODES = [INVALID_PARAMS, -32_600, -32_000, -32_603, -32_700, -39_001]
const GENERATED_CALLS = 4

const paramsIn = (body: string): readonly unknown[] =>
  (parseExact(body) as { readonly params: readonly unknown[] }).params

const bodyOf = (method: string, params: unknown): string => exactJson({ jsonrpc: '2.0', id: 1, method, params })

interface ReceivedError {
  readonly code?: number
  readonly data?: { readonly name?: unknown } | null
}

const errorOf = (value: Readonly<Record<string, unknown>>): ReceivedError =>
  (value.error as ReceivedError | null | undefined) ?? {}

const errorCode = (value: Readonly<Record<string, unknown>>): number | undefined => errorOf(value).code

/** Checks that a result has the shape from the contract; reports deviations. */
const expectShape = (row: MethodContract, result: unknown, params: readonly unknown[], say: SayViolation): void => {
  if (row.validateStructure(result)) return
  const [first] = row.validateStructure.errors ?? []
  const { instancePath = '', message = 'does not fit' } = (first ?? {}) as { instancePath?: string; message?: string }
  say(`${shown(exactJson(params))}: the result${instancePath} ${message}: ${shown(exactJson(result))}`)
}

const resultCheck = (row: MethodContract): ConformCheck => ({
  id: `result.${row.name}`,
  title: `${row.name} answers with what the contract says`,
  profiles,
  methods: [row.name],
  run: async (context, say, skip) => {
    const params = context.paramsOf(row)
    const { sent, answer } = await context.call(row.name, params)
    for (const fault of answer.faults) say(fault)
    if (answer.faults.length > 0) return
    const code = errorCode(answer.value)
    if (code === METHOD_NOT_FOUND) return skip('the endpoint does not have it')
    if (code !== undefined) {
      // The subject of an example may not exist on this chain.
      if (isServersFault(sent.status))
        say(`${shown(exactJson(params))} got the status ${sent.status}: ${shown(answer.text)}`)
      return skip(`it was refused with ${code}`)
    }
    expectShape(row, answer.value.result, params, say)
  },
})

const isServersFault = (status = 200): boolean => status >= 500

const repeatedCheck = (row: MethodContract): ConformCheck => ({
  id: `stable.${row.name}`,
  title: `${row.name} answers the same to the same question about what cannot change`,
  profiles,
  methods: [row.name],
  run: async (context, say, skip) => {
    const params = context.paramsOf(row)
    const [first, second] = [await context.call(row.name, params), await context.call(row.name, params)]
    const [one, two] = [first.answer.value.result, second.answer.value.result]
    if (one === undefined || two === undefined) return skip('it has no result here')
    if (!isDeepStrictEqual(one, two))
      say(`two answers differ: ${shown(first.answer.text)} and ${shown(second.answer.text)}`)
  },
})

const refusalCheck = (
  row: MethodContract,
  id: string,
  title: string,
  makeParams: (good: readonly unknown[]) => unknown,
  of: ConformCheck['profiles'],
): ConformCheck => ({
  id: `params.${row.name}.${id}`,
  title: `${row.name} refuses ${title}`,
  profiles: of,
  methods: [row.name],
  run: async (context, say, skip) => {
    const body = bodyOf(row.name, makeParams(context.paramsOf(row)))
    const { answer } = await context.call(row.name, paramsIn(body))
    for (const fault of answer.faults) say(fault)
    if (answer.faults.length > 0) return
    if (errorCode(answer.value) === METHOD_NOT_FOUND) return skip('the endpoint does not have it')
    expectCode(answer.value, context.profile === 'node' ? REFUSALS_OF_NODES : [INVALID_PARAMS], body, say)
  },
})

const refusalChecks = (row: MethodContract): ConformCheck[] => {
  const required = row.params.filter(({ isRequired }) => isRequired).length
  const checks: ConformCheck[] = []
  if (required > 0) checks.push(refusalCheck(row, 'missing', 'a call without its params', () => [], profiles))
  checks.push(
    refusalCheck(row, 'too-many', 'params that it does not have', (good) => [...padded(good, row), 'x'], gateways),
  )
  for (const [index, { name }] of row.params.entries())
    checks.push(
      refusalCheck(
        row,
        `wrong-${name}`,
        `a ${name} that is true or a list of lists`,
        (good) => wrongAt(row, good, index),
        gateways,
      ),
    )
  return checks
}

const padded = (good: readonly unknown[], row: MethodContract): unknown[] =>
  row.params.map((_, index) => good[index] ?? null)

/** A value of a type that the parameter rejects. */
const wrongAt = (row: MethodContract, good: readonly unknown[], index: number): unknown[] => {
  const filled = padded(good, row).slice(0, Math.max(index + 1, good.length))
  const tries = [true, [[['x']]], { conform: { no: 'such' } }, 'no such text'].map((wrong) => filled.with(index, wrong))
  return tries.find((params) => !row.validateParams(withPlainNumbers(params))) ?? [...filled, 'x', 'x']
}

/** Calls generated from the schemas of params: any answer will do, if it is one. */
const generatedCheck = (row: MethodContract): ConformCheck => ({
  id: `generated.${row.name}`,
  title: `${row.name} answers calls made of its schema`,
  profiles,
  methods: [row.name],
  run: async (context, say, skip) => {
    for (const params of generatedParams(context, row)) {
      const { sent, answer } = await context.call(row.name, params)
      for (const fault of answer.faults) say(`${shown(exactJson(params))}: ${fault}`)
      if (answer.faults.length > 0) continue
      const code = errorCode(answer.value)
      if (code === METHOD_NOT_FOUND) return skip('the endpoint does not have it')
      if (code === undefined) expectShape(row, answer.value.result, params, say)
      else if (sent.status === 500) say(`${shown(exactJson(params))} got the status 500: ${shown(answer.text)}`)
      else if (code === INVALID_PARAMS && context.profile === 'tollgate' && hasNoRule(row)) {
        // Only the gateway's own errors have a name. A node may be stricter than the contract.
        if (errorOf(answer.value).data?.name === undefined) skip('the node refused params that the contract allows')
        else say(`the contract lets ${shown(exactJson(params))} pass, the endpoint refused it: ${shown(answer.text)}`)
      }
    }
  },
})

/** True if the schema alone decides whether params are valid; ranges and keys have more rules. */
const hasNoRule = ({ position, pubkeyPointers, countedParameters }: MethodContract): boolean =>
  position.kind !== 'block-range' && pubkeyPointers.length === 0 && countedParameters.length === 0

const generatedParams = ({ document, seed }: ConformDeps, row: MethodContract): unknown[][] => {
  const { params } = document.methods.find(({ name }) => name === row.name)!
  const values = fc.tuple(
    ...params.map(({ schema }) => arbitraryOf(document, schema as Schema, { isComplete: false, maxItems: 2 })),
  )
  return fc
    .sample(values, { seed, numRuns: GENERATED_CALLS * 3 })
    .filter((made) => row.validateParams(made))
    .slice(0, GENERATED_CALLS)
}

/**
 * The checks of one method, created from its row. Writes are only ever refused: none is sent that a
 * node might execute.
 */
export const methodChecks = (row: MethodContract): ConformCheck[] => {
  if (row.effect !== 'read') return row.effect === 'write' ? refusalChecks(row) : []
  const isConstant = row.finality === 'constant' || row.params.some(({ name }) => name === 'transactionHash')
  return [
    resultCheck(row),
    ...(isConstant ? [repeatedCheck(row)] : []),
    ...refusalChecks(row),
    ...(row.position.kind === 'block-range' ? [] : [generatedCheck(row)]),
  ]
}
