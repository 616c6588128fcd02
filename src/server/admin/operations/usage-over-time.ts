import { firstDayOfErrors } from '../../credits/usage/usage-retention.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { rangeOf, readDays } from './days.js'
import { checkOwner } from './records.js'

/** Groups with own values; the others have their sum. */
const MAX_GROUPS = 7

type TimedUsage = ResultOf<'usage.time'>['rows'][number]

const order = (one: TimedUsage, other: TimedUsage): number =>
  one.time === other.time ? ((one.name ?? '~') < (other.name ?? '~') ? -1 : 1) : one.time < other.time ? -1 : 1

export const askUsageOverTime = async (
  deps: OperationDeps,
  asked: ParamsOf<'usage.time'>,
): Promise<ResultOf<'usage.time'>> => {
  const { account: id, by = 'method', ...time } = asked
  const { usage } = deps.store
  const asRead = readDays(deps, time)
  const days = rangeOf(asRead)
  const sums = await usage.usageBy(id, days, by)
  await checkOwner(deps, id, sums)
  const dearest = sums.sort((a, b) => b.credits - a.credits || (a.name < b.name ? -1 : 1)).slice(0, MAX_GROUPS)
  const names = dearest.map(({ name }) => name)
  const isDay = 'day' in asRead
  const wanted = new Set(names)
  const used = await usage.usageOverTime(id, days, by, isDay ? 'hour' : 'day', wanted)
  const firstDay = firstDayOfErrors(deps.config.usageDays, deps.nowMs())
  const isCounted = (time: string) => !isDay && time >= firstDay
  const failed = isDay ? [] : (await usage.errorsOverTime(id, days, by, wanted)).filter(({ time }) => isCounted(time))
  const failedAt = new Map(failed.map(({ time, name, calls }) => [`${time} ${name}`, calls]))
  const rows: TimedUsage[] = used.map(({ time, name, calls, credits, errors }) => {
    const place = `${time} ${name}`
    const all = failedAt.get(place) ?? 0
    failedAt.delete(place)
    return {
      ...{ time, ...(name !== '' && { name }), calls, credits, errors },
      ...(isCounted(time) && { failed: all }),
    }
  })
  // Groups of which no call was charged on a day.
  for (const { time, name, calls } of failed)
    if (failedAt.has(`${time} ${name}`))
      rows.push({ ...{ time, ...(name !== '' && { name }) }, calls: 0, credits: 0, errors: 0, failed: calls })
  return { account: id, ...days, names, rows: rows.sort(order) }
}
