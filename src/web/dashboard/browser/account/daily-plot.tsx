import type { Usage } from '../../../../../generated/admin.js'
import { count, daysFrom } from '../format.js'
import { Empty } from '../parts/basics.js'
import { Plot } from '../parts/plot.js'

export const DailyPlot = ({ usage, days }: { readonly usage: Usage; readonly days: number }) => {
  const { rows, credits, calls } = usage
  if (rows.length === 0) return <Empty>Nothing was spent yet. Bars appear with the first call that is charged.</Empty>
  const names = daysFrom(days)
  const byDay = new Map(rows.map((row) => [row.day, row.credits]))
  return (
    <>
      <p class="soft">
        {count(credits)} credits, {count(calls)} calls
      </p>
      <Plot
        summary={`${count(credits)} credits and ${count(calls)} calls over ${days} days; the page Usage has the numbers`}
        times={names.map((name) => Date.parse(name) / 1_000)}
        series={[{ label: 'Credits', values: names.map((name) => byDay.get(name) ?? 0), colour: '--accent' }]}
        isBars
        isUtcDays
      />
    </>
  )
}
