import type { Validate } from '../../../../generated/validators.js'
import { countAt, valueAt } from '../../../contract/json-pointer.js'
import type { MethodContract } from '../../../contract/method-contract.js'
import { declareErrors, type ErrorCache, type RefusalDetail } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import type { Piece } from '../../../wire/jsonrpc/write-reply.js'
import { pubkeyTrouble } from '../../networks/pubkey.js'
import { completeParams, rewriteParams } from '../params/complete-params.js'
import { memberTrouble, paramsTrouble } from '../params/invalid-params.js'
import { countWording, keyWording } from '../params/wording-solana.js'
import { type Answerer, addParams, type Call, type OpenedCall } from '../stage.js'

/** Errors of `validate` for any params. */
export const paramsErrors = declareErrors('invalid-params')
/** Errors of `validate` if the contract limits the number of parameters. */
export const countErrors = declareErrors('too-many-parameters')
/** Errors of `validate` if the first param names a kind of events. */
export const kindErrors = declareErrors('unknown-subscription-kind')

/**
 * Passes a call only if its params obey the contract. Normalizes and completes them first: the
 * validated params are those forwarded.
 *
 * Errors  `too-many-parameters` (checked before the elements, as an unbounded filter would keep the
 *         gateway busy), `unknown-subscription-kind`, `invalid-params` in the wording of the
 *         family's reference node
 * Source  docs/specification.md, "Methods and prices" and "Limits"
 */
export const validate = (row: MethodContract, next: Answerer<Call>): Answerer<OpenedCall> => {
  const { validateParams } = row
  const invalidParams = paramsErrors.cache('invalid-params')
  const expectedPubkey = Object.values(row.components).find(({ kind }) => kind === 'pubkey')?.expected ?? ''
  const hasKinds = row.subscription?.hasKindFirst === true
  const hasRewrites = row.params.some(({ rewrite }) => rewrite !== undefined)
  const failureOf = (params: readonly unknown[], paramsJson: Piece): Failure | undefined => {
    if (row.maxParameters !== undefined) {
      const count = countAt(params, row.countedParameters)
      if (count > row.maxParameters) return countErrors.fail('too-many-parameters', { count, limit: row.maxParameters })
    }
    const kind = unknownKind(row, params)
    if (kind !== undefined) return kindErrors.fail('unknown-subscription-kind', {}, { kind })
    const isValid = obey(validateParams, params)
    if (isValid === 'too-long') return invalidParams.fail(tooLong(row))
    if (!isValid) return invalidParams.fail(paramsTrouble(row, { params, paramsJson }, validateParams.errors ?? []))
    return wrongPubkey(row, params, expectedPubkey, invalidParams)
  }
  return (call) => {
    const { params: written, paramsJson: writtenBytes } = call.envelope
    if (written === undefined) return invalidParams.fail(paramsByName(row))
    const rewritten = hasRewrites ? rewriteParams(row, written, writtenBytes) : undefined
    if (rewritten !== undefined && 'path' in rewritten) return invalidParams.fail(memberTrouble(row, rewritten))
    // Unchanged params need no new object.
    const params = rewritten === undefined ? written : rewritten.params
    const paramsJson = rewritten === undefined ? writtenBytes : rewritten.paramsJson
    // The schemas of a kind's params refuse objects without a value, so the params of a kind are
    // completed first, which drops such objects. Other params are completed after the check: it
    // must refuse what completing would drop.
    const early = hasKinds ? completeParams(row, params, paramsJson, written) : undefined
    const failure = early === undefined ? failureOf(params, paramsJson) : failureOf(early.params, early.paramsJson)
    if (failure !== undefined) return failure
    const complete = early ?? completeParams(row, params, paramsJson)
    return next(
      complete === undefined
        ? addParams(call, row, params, paramsJson)
        : addParams(call, row, complete.params, complete.paramsJson),
    )
  }
}

/** For some patterns the engine's memory ends in a text of megabytes. */
const obey = (validateParams: Validate, params: readonly unknown[]): boolean | 'too-long' => {
  try {
    return validateParams(params)
  } catch (error) {
    if (error instanceof RangeError) return 'too-long'
    throw error
  }
}

const tooLong = ({ family }: MethodContract): RefusalDetail<'invalid-params'> => ({
  message: `${family === 'evm' ? 'invalid argument' : 'Invalid params'}: text too long`,
  data: { path: '', keyword: 'pattern', expected: 'Shorter texts.' },
})

const paramsByName = (row: MethodContract): RefusalDetail<'invalid-params'> => ({
  message: row.family === 'evm' ? 'non-array args' : countWording(row, undefined),
  data: { path: '', keyword: 'type', expected: 'Positional parameters: an array.' },
})

/** The longest name of a kind that an error repeats. */
const MAX_KIND_LENGTH = 64

/** The kind of events that the params name, if the method does not have it. */
const unknownKind = ({ subscription }: MethodContract, [kind]: readonly unknown[]): string | undefined => {
  if (subscription?.hasKindFirst !== true || typeof kind !== 'string') return undefined
  return subscription.kinds.some(({ name }) => name === kind) ? undefined : kind.slice(0, MAX_KIND_LENGTH)
}

/** The contract's pattern checks base58's letters; the length of 32 bytes must be computed. */
const wrongPubkey = (
  row: MethodContract,
  params: readonly unknown[],
  expected: string,
  invalidParams: ErrorCache<'invalid-params'>,
): Failure | undefined => {
  for (const path of row.pubkeyPointers) {
    const text = valueAt(params, path)
    const trouble = typeof text === 'string' ? pubkeyTrouble(text) : undefined
    if (trouble === undefined) continue
    const data = { path, keyword: 'pubkey', expected }
    return invalidParams.fail({ message: keyWording(row, 'pubkey', trouble), data })
  }
  return undefined
}
