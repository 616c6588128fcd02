import { oneLine } from '../../server/accounts/one-line.js'
import type { OperationDeps } from '../../server/admin/operation-deps.js'
import { theAccount, theKey } from '../../server/admin/operations/records.js'
import { CommandError, type Input } from '../command.js'
import { counted } from '../counted.js'

/** The object to be deleted, and the text to be typed for it. */
const questions: Readonly<
  Record<string, (deps: OperationDeps, id: string) => Promise<{ readonly what: string; readonly word: string }>>
> = {
  'account.delete': async (deps, id) => {
    const { name } = await theAccount(deps, id)
    const keys = await deps.store.accounts.listKeys({ accountId: id, limit: Number.POSITIVE_INFINITY })
    const active = keys.filter(({ isRevoked }) => !isRevoked).length
    return {
      what: `Account ${id} (${oneLine(name)}) with ${counted(keys.length, 'key')}, ${active} of them active,`,
      word: oneLine(name),
    }
  },
  'key.delete': async (deps, id) => {
    const { label, accountId } = await theKey(deps, id)
    return { what: `Key ${id}${label === '' ? '' : ` (${oneLine(label)})`} of account ${accountId}`, word: id }
  },
}

/**
 * The params of an operation. A deletion is confirmed by typing the object's name, if there is a
 * terminal and the output is for people.
 *
 * Errors  CommandError if something else was typed
 */
export const confirmed = async (
  method: string,
  deps: OperationDeps,
  params: Readonly<Record<string, unknown>>,
  { io, isOn }: Input,
): Promise<Readonly<Record<string, unknown>>> => {
  const question = questions[method]
  if (question === undefined || params.yes === true || io.ask === undefined || isOn('json')) return params
  const { what, word } = await question(deps, String(params.id))
  const typed = await io.ask(`${what} will be deleted for good; what it used stays. Type ${word} to go on: `)
  if (typed?.trim() !== word) throw new CommandError('something else was typed; nothing is deleted')
  return { ...params, yes: true }
}
