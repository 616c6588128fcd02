import { useState } from 'preact/hooks'
import { count, dayBefore, moment, percent } from '../format.js'
import { call } from '../gateway.js'
import { useLoadOfUsage } from '../load.js'
import { Card, Choice, Empty, Shown, Table } from '../parts/basics.js'
import { type AccountPage, groupName } from './account-page.js'
import { DailyPlot } from './daily-plot.js'

const SPANS: Readonly<Record<string, number>> = { Today: 1, '7 days': 7, '30 days': 30 }
const GROUPS = { Key: 'key', Method: 'method', Network: 'network' } as const

const Groups = ({ page, days }: { page: AccountPage; days: number }) => {
  const [group, setGroup] = useState<string>('Key')
  const by = GROUPS[group as keyof typeof GROUPS]
  const { id } = page.account
  const loaded = useLoadOfUsage(`groups ${id} ${days} ${by}`, () =>
    call('usage', { account: id, from: dayBefore(days - 1), by }),
  )
  return (
    <Card
      title={`By ${by}`}
      more={<Choice label="Grouped by" choices={Object.keys(GROUPS)} chosen={group} onChoose={setGroup} />}
    >
      <Shown of={loaded}>
        {(usage) =>
          usage.rows.length === 0 ? (
            <Empty>No call was charged in this time.</Empty>
          ) : (
            <Table
              caption={`Usage by ${by}`}
              columns={[group, 'Credits', 'Share', 'Calls', 'Errors']}
              numbers={[1, 2, 3, 4]}
              rows={usage.rows.map((row) => ({
                key: row[by] ?? '',
                cells: [
                  groupName(page, by, row),
                  count(row.credits),
                  percent(row.credits, usage.credits),
                  count(row.calls),
                  count(row.errors),
                ],
              }))}
            />
          )
        }
      </Shown>
    </Card>
  )
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

/** The credits that an account spent, by day and by group. */
export const UsagePage = ({ page }: { page: AccountPage }) => {
  const [chosen, setChosen] = useState('30 days')
  const days = SPANS[chosen]!
  return (
    <>
      <Card
        title="Credits"
        more={<Choice label="Time" choices={Object.keys(SPANS)} chosen={chosen} onChoose={setChosen} />}
      >
        <DailyPlot account={page.account.id} days={days} />
      </Card>
      <Groups page={page} days={days} />
      <PartnerCalls page={page} />
    </>
  )
}
