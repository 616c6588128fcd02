import type { Document } from '../../../generated/document.js'
import type { MethodContract } from '../../contract/method-contract.js'
import type { ReceivedAnswer } from './answer.js'
import type { Endpoint, Sent } from './endpoint.js'
import type { Subjects } from './subjects.js'

/**
 * The expectations of an endpoint: `node` of any node, `spec` of a gateway of the specification,
 * `tollgate` of Tollgate with a key.
 */
export const profiles = ['node', 'spec', 'tollgate'] as const
export type Profile = (typeof profiles)[number]

export interface ConformViolation {
  readonly check: string
  readonly method?: string
  /** The mistake in one line, with the sent message if it helps. */
  readonly message: string
}

export interface ConformDeps {
  readonly profile: Profile
  readonly endpoint: Endpoint
  readonly document: Document
  readonly subjects: Subjects
  readonly seed: number
  /** Makes a call of the contract and reads its answer. */
  call(method: string, params: readonly unknown[]): Promise<Called>
  /** Valid params for a call, about subjects on the endpoint. */
  paramsOf(row: MethodContract): readonly unknown[]
}

/** A call with a readable answer. */
export interface Called {
  readonly sent: Sent
  readonly answer: ReceivedAnswer
}

/** Reports a violation, by default one of the check's first method. */
export type SayViolation = (message: string, method?: string) => void

/** One check. It may report several violations, or why it could not run. */
export interface ConformCheck {
  readonly id: string
  /** The rule, which holds if nothing is reported. */
  readonly title: string
  readonly profiles: readonly Profile[]
  /** The methods under test: the check is left out if the contract or the endpoint lacks them. */
  readonly methods?: readonly string[]
  /** Works over HTTP only, because it reads statuses and headers. */
  readonly isHttpOnly?: true
  run(deps: ConformDeps, say: SayViolation, skip: (reason: string) => void): Promise<void>
}

/** Profiles of endpoints that promise more than a node does. */
export const gateways: readonly Profile[] = ['spec', 'tollgate']
