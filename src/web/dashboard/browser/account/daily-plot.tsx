import { count, dayBefore, daysFrom } from '../format.js'
import { call } from '../gateway.js'
import { useLoadOfUsage } from '../load.js'
import { Empty, Shown } from '../parts/basics.js'
import { Plot } from '../parts/plot.js'

const secondsOf = (iso: string): number => Date.parse(iso) / 1_000
const hoursOfToday = (): string[] =>
  Array.from({ length: 24 }, (_, hour) => `${dayBefore(0)}T${String(hour).padStart(2, '0')}`)

/** An account's credits, a bar for each day, or for each hour of today. */
export const DailyPlot = ({ account, days }: { readonly account: string; readonly days: number }) => {
  const isToday = days === 1
  const by = isToday ? 'hour' : 'day'
  const loaded = useLoadOfUsage(`plot ${account} ${days}`, () =>
    call('usage', { account, by, ...(isToday ? {} : { from: dayBefore(days - 1) }) }),
  )
  return (
    <Shown of={loaded}>
      {({ rows, credits, calls }) => {
        if (rows.length === 0)
          return <Empty>Nothing was spent in this time. Bars appear with the first call that is charged.</Empty>
        const names = isToday ? hoursOfToday() : daysFrom(days)
        const byName = new Map(rows.map((row) => [row[by], row.credits]))
        const where = isToday ? 'today, by the hour' : `over ${days} days`
        return (
          <>
            <p class="soft">
              {count(credits)} credits, {count(calls)} calls
            </p>
            <Plot
              summary={`${count(credits)} credits and ${count(calls)} calls ${where}; the tables have the numbers`}
              times={names.map((name) => secondsOf(isToday ? `${name}:00:00Z` : `${name}T00:00:00Z`))}
              series={[{ label: 'Credits', values: names.map((name) => byName.get(name) ?? 0), colour: '--accent' }]}
              isBars
              isUtcDays={!isToday}
            />
          </>
        )
      }}
    </Shown>
  )
}
