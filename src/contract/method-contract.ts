import type { ComponentRow, MethodRow } from '../../generated/methods.js'
import type { Validate } from '../../generated/validators.js'

/** Validators of one method's values; see generated/validators.ts. */
export interface MethodValidators {
  readonly validateParams: Validate
  readonly validateResult: Validate
  readonly validateStructure: Validate
}

/**
 * All that the gateway knows of one method: its row of the contract, and the validators of its
 * values.
 */
export interface MethodContract extends Readonly<Required<MethodRow>>, MethodValidators {
  readonly isBroadcast: boolean
  /** Error wording for values that violate a component of the contract. */
  readonly components: Readonly<Record<string, ComponentRow>>
}

/**
 * Makes built-in methods and those of operators' documents, so that no stage, and no inline cache
 * of the engine, sees a difference.
 */
export const methodContract = (
  row: MethodRow,
  validators: MethodValidators,
  components: MethodContract['components'],
): MethodContract => ({
  name: row.name,
  family: row.family,
  effect: row.effect,
  isBroadcast: row.isBroadcast === true,
  alreadyKnown: row.alreadyKnown,
  unknownAs: row.unknownAs,
  state: row.state,
  subscription: row.subscription,
  priceCredits: row.priceCredits,
  priceBy: row.priceBy,
  timeoutMs: row.timeoutMs,
  timeoutError: row.timeoutError,
  maxParameters: row.maxParameters,
  countedParameters: row.countedParameters,
  maxResults: row.maxResults,
  position: row.position,
  finality: row.finality,
  canFailOver: row.canFailOver,
  answers: row.answers,
  proof: row.proof,
  hasHandler: row.hasHandler,
  hasSmallResult: row.hasSmallResult,
  params: row.params,
  contractAccess: row.contractAccess,
  pubkeyPointers: row.pubkeyPointers,
  summary: row.summary,
  validateParams: validators.validateParams,
  validateResult: validators.validateResult,
  validateStructure: validators.validateStructure,
  components,
})
