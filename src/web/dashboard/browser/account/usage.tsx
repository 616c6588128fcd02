import { useState } from 'preact/hooks'
import type { Usage, UsageOverTime } from '../../../../../generated/admin.js'
import { count, dayBefore, daysFrom, hoursOf, moment, percent, SPANS } from '../format.js'
import { call } from '../gateway.js'
import { useLoadOfUsage } from '../load.js'
import { Card, Choice, Empty, Shown, Table } from '../parts/basics.js'
import { type AccountPage, groupName } from './account-page.js'
import { csvOf, type Metric, rateText, successOf } from './series.js'
import { UsagePlot } from './usage-plot.js'

const GROUPS = { Method: 'method', Key: 'key', Network: 'network' } as const
type By = (typeof GROUPS)[keyof typeof GROUPS]

/** Everything that the page shows of one time, read together so that its totals agree. */
interface Shot {
  /** By the hour for one day, otherwise by the day. */
  readonly plot: UsageOverTime
  /** By the day; only days have the free errors. */
  readonly days: UsageOverTime
  readonly groups: Usage
}

const readShot = async (account: string, by: By, from: string, to: string): Promise<Shot> => {
  const [days, groups, hours] = await Promise.all([
    call('usage.time', { account, by, from, to }),
    call('usage', { account, by, from, to }),
    from === to ? call('usage.time', { account, by, day: from }) : undefined,
  ])
  return { plot: hours ?? days, days, groups }
}

const Groups = ({ page, by, shot: { groups, days } }: { page: AccountPage; by: By; shot: Shot }) => {
  const uncharged = days.rows.filter((row) => row.name === undefined)
  const successAt = (name: string) =>
    days.names.includes(name) ? rateText(successOf(days.rows.filter((row) => row.name === name))) : '–'
  return (
    <Table
      caption={`Usage by ${by}`}
      columns={[by === 'key' ? 'Key' : by === 'method' ? 'Method' : 'Network', 'Credits', 'Share', 'Calls', 'Success']}
      numbers={[1, 2, 3, 4]}
      rows={[
        ...groups.rows.map((row) => ({
          key: row[by] ?? '',
          cells: [
            groupName(page, by, row),
            count(row.credits),
            percent(row.credits, groups.credits),
            count(row.calls),
            successAt(row[by] ?? ''),
          ],
        })),
        ...(uncharged.length > 0 && groups.rows.length === days.names.length
          ? [{ key: ' ', cells: ['others, never charged', '0', '0 %', '0', rateText(successOf(uncharged))] }]
          : []),
      ]}
    />
  )
}

const saveCsv = (usage: UsageOverTime, by: By): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csvOf(usage, by)], { type: 'text/csv' }))
  link.download = `usage-${usage.from}-${usage.to}-by-${by}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

const PartnerCalls = ({ page }: { page: AccountPage }) => {
  const { id } = page.account
  const loaded = useLoadOfUsage(`forwarded ${id}`, () => call('forwarded', { account: id, since: '30d', limit: 500 }))
  return (
    <Card title="Calls that went to a partner">
      <Shown of={loaded}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>None in the last 30 days: the network’s own nodes answered every call.</Empty>
          ) : (
            <Table
              caption="Calls that went to a partner"
              columns={['When', 'Method', 'Network', 'Partner', 'Why']}
              rows={[...rows].reverse().map((row, index) => ({
                key: String(index),
                cells: [moment(row.at), row.method, row.network, row.partner, row.reason],
              }))}
            />
          )
        }
      </Shown>
    </Card>
  )
}

export const UsagePage = ({ page, day }: { page: AccountPage; day: string | undefined }) => {
  const [chosen, setChosen] = useState('30 days')
  const [group, setGroup] = useState<string>('Method')
  const [metric, setMetric] = useState<Metric>('Credits')
  const by = GROUPS[group as keyof typeof GROUPS]
  const { id } = page.account
  const length = day === undefined ? SPANS[chosen]! : 1
  const to = day ?? dayBefore(0)
  const from = day ?? dayBefore(length - 1)
  const isDay = from === to
  const loaded = useLoadOfUsage(`usage ${id} ${from} ${to} ${by}`, () => readShot(id, by, from, to))
  const metrics: readonly Metric[] = isDay ? ['Credits', 'Calls'] : ['Credits', 'Calls', 'Success rate']
  const shown = metrics.includes(metric) ? metric : 'Credits'
  const csv = loaded.value && (
    <button type="button" onClick={() => saveCsv(loaded.value!.plot, by)}>
      Save as CSV
    </button>
  )
  return (
    <>
      <Card
        title={day === undefined ? 'Over time' : `On ${day}, by the hour`}
        more={
          day === undefined ? (
            <Choice label="Time" choices={Object.keys(SPANS)} chosen={chosen} onChoose={setChosen} />
          ) : (
            <a href={page.link('usage')}>Back to all days</a>
          )
        }
      >
        <div class="choices">
          <Choice
            isCaptioned
            label="Show"
            choices={metrics}
            chosen={shown}
            onChoose={(one) => setMetric(one as Metric)}
          />
          <Choice isCaptioned label="Grouped by" choices={Object.keys(GROUPS)} chosen={group} onChoose={setGroup} />
          {csv}
        </div>
        <Shown of={loaded}>
          {({ plot }) => (
            <UsagePlot
              usage={plot}
              times={isDay ? hoursOf(from) : daysFrom(length)}
              metric={shown}
              labelOf={(name) => groupName(page, by, { [by]: name })}
              {...(!isDay && { dayLink: (one: string) => page.link('usage', one) })}
            />
          )}
        </Shown>
      </Card>
      <Card title={`By ${by}`}>
        <Shown of={loaded}>
          {(shot) =>
            shot.groups.rows.length === 0 ? (
              <Empty>No call was charged in this time.</Empty>
            ) : (
              <Groups page={page} by={by} shot={shot} />
            )
          }
        </Shown>
      </Card>
      {day === undefined && <PartnerCalls page={page} />}
    </>
  )
}
