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
 * values. Built-in methods and those of operators' documents share this constructor, so that no
 * stage, and no inline cache of the engine, sees a difference.
 */
export class MethodContract implements Required<MethodRow>, MethodValidators {
  readonly name: MethodRow['name']
  readonly family: MethodRow['family']
  readonly effect: MethodRow['effect']
  readonly isBroadcast: boolean
  readonly alreadyKnown: MethodRow['alreadyKnown']
  readonly unknownAs: MethodRow['unknownAs']
  readonly state: MethodRow['state']
  readonly subscription: MethodRow['subscription']
  readonly priceCredits: number
  readonly priceBy: MethodRow['priceBy']
  readonly timeoutMs: number
  readonly timeoutError: MethodRow['timeoutError']
  readonly maxParameters: number | undefined
  readonly countedParameters: readonly string[]
  readonly maxResults: number | undefined
  readonly position: MethodRow['position']
  readonly finality: MethodRow['finality']
  readonly canFailOver: boolean
  readonly answers: MethodRow['answers']
  readonly proof: MethodRow['proof']
  readonly hasHandler: boolean
  readonly hasSmallResult: boolean
  readonly params: MethodRow['params']
  readonly contractAccess: MethodRow['contractAccess']
  readonly pubkeyPointers: readonly string[]
  readonly summary: string
  readonly validateParams: Validate
  readonly validateResult: Validate
  readonly validateStructure: Validate

  /** `components`: error wording for values that violate a component of the contract. */
  constructor(
    row: MethodRow,
    validators: MethodValidators,
    readonly components: Readonly<Record<string, ComponentRow>>,
  ) {
    this.name = row.name
    this.family = row.family
    this.effect = row.effect
    this.isBroadcast = row.isBroadcast === true
    this.alreadyKnown = row.alreadyKnown
    this.unknownAs = row.unknownAs
    this.state = row.state
    this.subscription = row.subscription
    this.priceCredits = row.priceCredits
    this.priceBy = row.priceBy
    this.timeoutMs = row.timeoutMs
    this.timeoutError = row.timeoutError
    this.maxParameters = row.maxParameters
    this.countedParameters = row.countedParameters
    this.maxResults = row.maxResults
    this.position = row.position
    this.finality = row.finality
    this.canFailOver = row.canFailOver
    this.answers = row.answers
    this.proof = row.proof
    this.hasHandler = row.hasHandler
    this.hasSmallResult = row.hasSmallResult
    this.params = row.params
    this.contractAccess = row.contractAccess
    this.pubkeyPointers = row.pubkeyPointers
    this.summary = row.summary
    this.validateParams = validators.validateParams
    this.validateResult = validators.validateResult
    this.validateStructure = validators.validateStructure
  }
}
