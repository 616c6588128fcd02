import type { AdminErrorName } from '../../../generated/admin.js'

/**
 * Why an operation was refused: a malformed value, an unknown name, a missing record, or a rule.
 */
export type OperationErrorKind = 'malformed' | 'unknown-name' | 'not-found' | 'refused'

/**
 * An operation failed and changed nothing; the message is for the caller and never has a secret.
 */
export class OperationError extends Error {
  constructor(
    readonly kind: OperationErrorKind,
    message: string,
  ) {
    super(message)
    this.name = 'OperationError'
  }
}

/** For a value that has the wrong form; the message names the param. */
export const malformed = (message: string): OperationError => new OperationError('malformed', message)

/** For a value that is well formed, but that a rule, a plan or a state forbids. */
export const refused = (message: string): OperationError => new OperationError('refused', message)

/** The message for an operation whose store is away; see StoreAway. */
export const STORE_AWAY = 'the store does not answer, or cannot be written; a change may have been made all the same'

/** The error in the admin API's document for each kind. */
export const ERROR_OF_KIND: Readonly<Record<OperationErrorKind, AdminErrorName>> = {
  malformed: 'invalidParams',
  'unknown-name': 'invalidParams',
  'not-found': 'notFound',
  refused: 'refused',
}
