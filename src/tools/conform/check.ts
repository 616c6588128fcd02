import type { Document } from '../../../generated/document.js'
import type { MethodContract } from '../../contract/method-contract.js'
import type { ReceivedAnswer } from './answer.js'
import type { Endpoint, Sent } from './endpoint.js'
import type { Subjects } from './subjects.js'

/**
 * What is expected of an endpoint: `node` of any node, `spec` of a gateway of the specification,
 * `tollgate` of Tollgate with a key.
 */
export const profiles = ['node', 'spec', 'tollgate'] as const
/** One of `profiles`. */
export type Profile = (typeof profiles)[number]

/** Something that the endpoint does wrong. */
export interface ConformViolation {
  /** The check's id. */
  readonly check: string
  readonly method?: string
  /** What is wrong, in one line, with what was sent where it helps. */
  readonly message: string
}

/** What a check works with. */
export interface ConformDeps {
  readonly profile: Profile
  readonly endpoint: Endpoint
  readonly document: Document
  readonly subjects: Subjects
  readonly seed: number
  /** A call of the contract, answered; see `Caller`. */
  call(method: string, params: readonly unknown[]): Promise<Called>
  /** Params of a call that the contract lets pass, about what there is on the endpoint. */
  paramsOf(row: MethodContract): readonly unknown[]
}

/** A call that was answered by something that can be read. */
export interface Called {
  readonly sent: Sent
  readonly answer: ReceivedAnswer
}

/** Says what is wrong; several sayings are several violations. */
export type SayViolation = (message: string, method?: string) => void

/** Says why a check could not look at anything. */
export type Skip = (reason: string) => void

/**
 * One thing that is looked at. It may say several things about the endpoint, or why it could not
 * look.
 */
export interface ConformCheck {
  readonly id: string
  /** What holds where nothing is said. */
  readonly title: string
  readonly profiles: readonly Profile[]
  /**
   * Methods that it is about: it is left out where the contract or the endpoint does not have them.
   */
  readonly methods?: readonly string[]
  /** Left out unless it is asked for: costs many credits. */
  readonly isExpensive?: true
  /** Works over HTTP only: statuses and headers are looked at. */
  readonly isHttpOnly?: true
  run(deps: ConformDeps, say: SayViolation, skip: Skip): Promise<void>
}

/** Profiles of endpoints that promise more than a node does. */
export const gateways: readonly Profile[] = ['spec', 'tollgate']
