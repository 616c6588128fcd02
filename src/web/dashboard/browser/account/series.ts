import type { UsageOverTime } from '../../../../../generated/admin.js'
import { count, percent } from '../format.js'
import { groupColour, type PlotSeries } from '../parts/plot-series.js'

export type Metric = 'Credits' | 'Calls' | 'Success rate'

type TimedRow = UsageOverTime['rows'][number]

/** Calls that were answered, and all calls, free refusals included. */
export interface Success {
  readonly answered: number
  readonly all: number
}

/**
 * Names of events in usage, as the contract makes them: `eth_subscription:logs`,
 * `slotNotification`.
 */
const EVENT_NAME = /:|Notification$/

/**
 * Counts the answered calls of the rows whose errors are counted. Events of subscriptions are no
 * calls.
 */
export const successOf = (all: readonly TimedRow[]): Success => {
  const rows = all.filter(({ name = '', failed }) => failed !== undefined && !EVENT_NAME.test(name))
  const answered = rows.reduce((sum, { calls, errors }) => sum + calls - errors, 0)
  return { answered, all: rows.reduce((sum, { failed = 0 }) => sum + failed, answered) }
}

/** A success rate in percent, cut and not rounded, so that only a flawless one is 100 %. */
export const rateText = ({ answered, all }: Success): string => {
  if (all === 0) return '–'
  const cut = Math.floor((answered * 1_000) / all) / 10
  return cut === 0 || answered === all ? percent(answered, all) : `${cut.toFixed(1)} %`
}

/** The plotted series: stacked groups, or the success rate of all. */
export const seriesOf = (
  { rows, names }: UsageOverTime,
  times: readonly string[],
  metric: Metric,
  labelOf: (name: string) => string,
): readonly PlotSeries[] => {
  if (metric === 'Success rate') {
    const rates = times.map((time) => successOf(rows.filter((row) => row.time === time)))
    const values = rates.map(({ answered, all }) => (all === 0 ? null : (100 * answered) / all))
    return [{ label: 'Success, %', values, colour: '--accent' }]
  }
  const member = metric === 'Calls' ? 'calls' : 'credits'
  const valueAt = new Map(rows.map((row) => [`${row.time} ${row.name ?? ''}`, row[member]]))
  const valuesOf = (name: string) => times.map((time) => valueAt.get(`${time} ${name}`) ?? 0)
  const groups = names.map((name, index) => ({
    ...{ label: labelOf(name), values: valuesOf(name), colour: groupColour(index) },
  }))
  const others = { label: 'others', values: valuesOf(''), colour: groupColour(names.length) }
  return others.values.some((value) => value > 0) ? [...groups, others] : groups
}

const cell = (value: string | number): string =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : `${value}`

/**
 * The rows as comma-separated values. Groups have their ids, not labels, which may hold formulas.
 */
export const csvOf = ({ account, rows }: UsageOverTime, by: string): string =>
  [
    ['account', 'time', by, 'calls', 'credits', 'charged_errors', 'all_errors'],
    ...rows.map(({ time, name = 'others', calls, credits, errors, failed = '' }) => [
      ...[account, time, name, calls, credits, errors, failed],
    ]),
  ]
    .map((row) => `${row.map(cell).join(',')}\n`)
    .join('')

export const sumsText = (rows: readonly TimedRow[]): string => {
  const sum = (member: 'calls' | 'credits') => count(rows.reduce((all, row) => all + row[member], 0))
  return `${sum('credits')} credits, ${sum('calls')} charged calls`
}
