import { dayOf, isDay } from '../../credits/day.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { howToAdd } from './missing-methods.js'
import { theAccount } from './records.js'

const DEFAULT_LIMIT = 100

export const askErrors = async (
  operator: Operator,
  { account, limit = DEFAULT_LIMIT, ...days }: ParamsOf<'errors'>,
): Promise<ResultOf<'errors'>> => {
  const { words, store, nowMs } = operator
  for (const [name, text] of Object.entries(days))
    if (text !== undefined && !isDay(text))
      throw new OperationError('malformed', `${words.param(name)} must be a day as YYYY-MM-DD, not "${text}"`)
  const to = days.to ?? dayOf(nowMs())
  const from = days.from ?? to
  if (from > to) {
    const last = days.to === undefined ? `today, ${to}` : words.param('to')
    throw new OperationError('malformed', `${words.param('from')} must not be after ${last}`)
  }
  const { id } = await theAccount(operator, account)
  const rows = await store.usage.callErrors(id, { from, to }, limit)
  const hint = howToAdd(operator.config, rows)
  return { account: id, from, to, rows, ...(hint !== undefined && { hint }) }
}
