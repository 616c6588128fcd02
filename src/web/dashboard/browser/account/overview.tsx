import type { Usage } from '../../../../../generated/admin.js'
import { ago, count, dayBefore, percent } from '../format.js'
import { call } from '../gateway.js'
import { holderNow } from '../live.js'
import { useLoadOfUsage } from '../load.js'
import { Card, Empty, Shown, Table } from '../parts/basics.js'
import { type AccountPage, groupName, keyName } from './account-page.js'
import { Balance } from './balance.js'
import { DailyPlot } from './daily-plot.js'
import { adviceOn } from './errors-advice.js'
import { Failover } from './failover.js'
import { HolderPasskeys, Passkeys } from './passkeys.js'

const DAYS = 30

const Top = ({ page, by, usage }: { page: AccountPage; by: 'key' | 'method'; usage: Usage }) => {
  if (usage.rows.length === 0)
    return (
      <Empty>
        No call was charged today. <a href={page.link('keys', 'new')}>Create a key</a>, and its addresses are shown with
        it.
      </Empty>
    )
  return (
    <Table
      caption={`Credits today by ${by}`}
      columns={[by === 'key' ? 'Key' : 'Method', 'Credits', 'Share', 'Calls']}
      numbers={[1, 2, 3]}
      rows={usage.rows.slice(0, 5).map((row) => ({
        key: row[by] ?? '',
        cells: [groupName(page, by, row), count(row.credits), percent(row.credits, usage.credits), count(row.calls)],
      }))}
    />
  )
}

const LastErrors = ({ page }: { page: AccountPage }) => {
  const { id } = page.account
  const loaded = useLoadOfUsage(`errors ${id}`, () => call('errors', { account: id, from: dayBefore(1), limit: 5 }))
  return (
    <Card title="What failed lately" more={<a href={page.link('errors')}>All errors</a>}>
      <Shown of={loaded}>
        {({ rows, hint }) =>
          rows.length === 0 ? (
            <Empty>No call came to an error since yesterday.</Empty>
          ) : (
            <ul class="lines">
              {rows.map((row) => (
                <li key={`${row.error} ${row.method} ${row.network} ${row.keyId}`}>
                  <strong>{row.error}</strong> {count(row.calls)} × {row.method} on {row.network} with{' '}
                  <bdi>{keyName(page.keys, row.keyId)}</bdi>, {ago(row.lastAt)}
                  <br />
                  <span class="soft">{adviceOn(row.error)}</span>
                </li>
              ))}
              {hint !== undefined && <li class="soft">{hint}</li>}
            </ul>
          )
        }
      </Shown>
    </Card>
  )
}

export const Overview = ({ page }: { page: AccountPage }) => {
  const { account, isOperator } = page
  // One load for all totals of the page, so that they are of one moment.
  const today = useLoadOfUsage(`today ${account.id}`, async () => {
    const ask = (by: 'hour' | 'key' | 'method') => call('usage', { account: account.id, by })
    const [hours, byKey, byMethod, days] = await Promise.all([
      ask('hour'),
      ask('key'),
      ask('method'),
      call('usage', { account: account.id, by: 'day', from: dayBefore(DAYS - 1) }),
    ])
    return { hours, byKey, byMethod, days, asOfMs: Date.now() }
  })
  const now = isOperator ? undefined : holderNow.value
  return (
    <>
      <Balance
        used={today.value?.hours.credits ?? account.usedToday}
        dailyCredits={now?.dailyCredits ?? account.limits.dailyCredits}
        isSuspended={now?.isSuspended ?? account.isSuspended}
        hours={today.value?.hours}
        asOfMs={today.value?.asOfMs}
        createdAt={page.keys[0]?.createdAt ?? account.createdAt}
      />
      <Card title="Last 30 days" more={<a href={page.link('usage')}>By method, key and network</a>}>
        <Shown of={today}>{({ days }) => <DailyPlot usage={days} days={DAYS} />}</Shown>
      </Card>
      <div class="columns">
        <Card title="Today by key">
          <Shown of={today}>{({ byKey }) => <Top page={page} by="key" usage={byKey} />}</Shown>
        </Card>
        <Card title="Today by method">
          <Shown of={today}>{({ byMethod }) => <Top page={page} by="method" usage={byMethod} />}</Shown>
        </Card>
      </div>
      <LastErrors page={page} />
      <Failover page={page} />
      {isOperator ? <HolderPasskeys page={page} /> : <Passkeys />}
      {!isOperator && (
        <p class="soft">
          The ID of this account is <code>{account.id}</code>. Keep it: with it you can ask for a new sign-in link.
        </p>
      )}
    </>
  )
}
