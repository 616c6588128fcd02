import type { UsageOverTime } from '../../../../../generated/admin.js'
import { count } from '../format.js'
import { Empty, Table } from '../parts/basics.js'
import { Plot } from '../parts/plot.js'
import { type Metric, rateText, seriesOf, successOf, sumsText } from './series.js'

interface UsagePlotProps {
  readonly usage: UsageOverTime
  /** All days, or hours, in order. */
  readonly times: readonly string[]
  readonly metric: Metric
  labelOf(name: string): string
  /** The address of a day; undefined where `times` are hours. */
  readonly dayLink?: (day: string) => string
}

/** An account's usage over time, stacked by group, and the same numbers in a table. */
export const UsagePlot = ({ usage, times, metric, labelOf, dayLink }: UsagePlotProps) => {
  const { rows } = usage
  if (rows.length === 0) return <Empty>There was no call in this time.</Empty>
  const rowsAt = (time: string) => rows.filter((row) => row.time === time)
  const isSuccess = metric === 'Success rate'
  const series = seriesOf(usage, times, metric, labelOf)
  return (
    <>
      <p class="soft">
        {sumsText(rows)}
        {dayLink && `, ${rateText(successOf(rows))} of all calls answered. A click on a day shows its hours`}.
      </p>
      <Plot
        key={`${metric} ${times.length}`}
        summary={`${metric} over time: ${sumsText(rows)}; the table below has the numbers`}
        times={times.map((time) => Date.parse(dayLink ? time : `${time}:00:00Z`) / 1_000)}
        series={series}
        isBars={!isSuccess}
        isUtcDays={dayLink !== undefined}
        {...(dayLink && { onPick: (index) => (location.hash = dayLink(times[index]!)) })}
      />
      <details>
        <summary>The same in numbers</summary>
        <Table
          caption="Usage over time"
          columns={[dayLink ? 'Day' : 'Hour, UTC', 'Credits', 'Calls', ...(dayLink ? ['Errors', 'Success'] : [])]}
          numbers={[1, 2, 3, 4]}
          rows={times
            .filter((time) => rowsAt(time).length > 0)
            .reverse()
            .map((time) => {
              const at = rowsAt(time)
              const sum = (member: 'credits' | 'calls' | 'failed') =>
                count(at.reduce((all, row) => all + (row[member] ?? 0), 0))
              return {
                key: time,
                cells: [
                  dayLink ? <a href={dayLink(time)}>{time}</a> : `${time.slice(11)}:00`,
                  sum('credits'),
                  sum('calls'),
                  ...(dayLink ? [sum('failed'), rateText(successOf(at))] : []),
                ],
              }
            })}
        />
      </details>
    </>
  )
}
