import { toEmail } from '../accounts/email.js'
import { OperationError } from './operation-error.js'
import type { Operator } from './operator.js'

/** The given e-mail address in lower case; null takes it away. Errors: `malformed`. */
export const readEmail = ({ words }: Operator, given: string | null | undefined): string | null | undefined => {
  if (given == null) return given
  const email = toEmail(given)
  if (email !== undefined) return email
  const message = `${words.param('email')} must be an e-mail address, such as ann@example.com, not "${given}"`
  throw new OperationError('malformed', message)
}

/** Writes an account. Errors: `refused` if another account has its e-mail address. */
export const withOwnEmail = async <T>(
  { store }: Operator,
  { id, email }: { readonly id?: string; readonly email: string | null | undefined },
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    // Only the store can tell: another process may write the same address at the same time.
    const owner = email == null ? undefined : await store.accounts.findAccountByEmail(email)
    if (owner === undefined || owner.id === id) throw error
    throw new OperationError('refused', `account ${owner.id} (${owner.name}) has the e-mail address ${email} already`)
  }
}
