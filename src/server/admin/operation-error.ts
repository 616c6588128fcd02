import type { AdminErrorName } from '../../../generated/admin.js'

/**
 * Why an operation was not done: a value of the wrong form, an unknown name, a record that is not
 * there, or a rule against it.
 */
export type OperationErrorKind = 'malformed' | 'unknown-name' | 'not-found' | 'refused'

/**
 * An operation was not done, and nothing was changed; the message is for the one that asked, and
 * never holds a secret.
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

/** The error of the admin API's document for each kind of refusal. */
export const ERROR_OF_KIND: Readonly<Record<OperationErrorKind, AdminErrorName>> = {
  malformed: 'invalidParams',
  'unknown-name': 'invalidParams',
  'not-found': 'notFound',
  refused: 'refused',
}
