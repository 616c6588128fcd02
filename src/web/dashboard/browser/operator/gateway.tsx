import type { Status } from '../../../../../generated/admin.js'
import { bytes, clock, count, moment, percent } from '../format.js'
import { call } from '../gateway.js'
import { gatewayNow, isLive, livePoints } from '../live.js'
import { useLoad } from '../load.js'
import { Badge, Card, Empty, Shown, Table } from '../parts/basics.js'
import { Plot } from '../parts/plot.js'
import { goneSinceMs } from '../state.js'
import { LastDay } from './history.js'
import { ratesOf } from './rates.js'

const Rates = () => {
  const times = livePoints.value.slice(1).map(({ atMs }) => atMs / 1_000)
  if (times.length < 2)
    return <Empty>Values come every two seconds while the page is visible; a plot needs a few of them.</Empty>
  const calls = ratesOf(livePoints.value, 'calls')
  return (
    <Plot
      summary={`Calls a second: ${(calls.at(-1) ?? 0).toFixed(1)} just now`}
      times={times}
      series={[
        { label: 'Calls a second', values: calls, colour: '--accent' },
        { label: 'Errors a second', values: ratesOf(livePoints.value, 'errors'), colour: '--bad' },
      ]}
    />
  )
}

const facts = ({ cache, ...status }: Status): readonly (readonly [name: string, value: string])[] => [
  ['Calls since the start', count(status.calls)],
  ['of them errors', `${count(status.errors)} (${percent(status.errors, status.calls)})`],
  ['Credits charged', count(status.credits)],
  ['Forwarded to partners', count(status.forwarded)],
  ['Requests in flight', count(status.inFlight)],
  ['HTTP connections', count(status.connections)],
  ['WebSockets', count(status.webSockets)],
  ['Answers held', bytes(status.heldBytes)],
  ['Cache', bytes(cache.bytes)],
  ['Cache hits', `${count(cache.hits)} (${percent(cache.hits, cache.hits + cache.misses)})`],
  ['Coalesced calls', count(cache.coalesced)],
  ['Processes', count(status.workers)],
  ['Version', status.version],
]

const State = ({ status }: { status: Status }) => (
  <ul class="lines">
    <li>
      {status.troubles.length === 0 ? <Badge tone="good">ready</Badge> : <Badge tone="bad">not ready</Badge>}{' '}
      {status.troubles.join('; ') || 'The ledger writes, and nothing is in the way of traffic.'}
    </li>
    <li>
      {status.networksDown.length === 0 ? <Badge tone="good">networks</Badge> : <Badge tone="bad">networks down</Badge>}{' '}
      {status.networksDown.join(', ') || 'Each network has a node that answers.'}
    </li>
    <li>
      {status.reload.isTaken ? (
        <Badge tone="good">configuration</Badge>
      ) : (
        <Badge tone="bad">configuration refused</Badge>
      )}{' '}
      {status.reload.isTaken
        ? `The newest is in force, taken ${moment(status.reload.takenAt)}.`
        : `The newest has mistakes, which tollgate check names; that of ${moment(status.reload.takenAt)} is in force.`}
    </li>
  </ul>
)

const TOP = 5

/** The accounts and methods that used most today, read when the page is opened. */
const Top = () => {
  const loaded = useLoad('top', async () => ({ ...(await call('usage.ranking', { limit: TOP })), asOfMs: Date.now() }))
  return (
    <Card title="Most used today" more={<a href="#/accounts">All accounts</a>}>
      <Shown of={loaded}>
        {({ rows, methods, credits, calls, asOfMs }) =>
          calls === 0 ? (
            <Empty>No call was charged today.</Empty>
          ) : (
            <>
              <p class="soft">
                {count(credits)} credits, {count(calls)} charged calls of all accounts, as of {clock(asOfMs)}.
              </p>
              <div class="columns">
                <Table
                  caption="Accounts that used most today"
                  columns={['Account', 'Credits', '% of the plan', 'Errors']}
                  numbers={[1, 2, 3]}
                  rows={rows.map(({ account, credits, dailyCredits, errors }) => ({
                    key: account.id,
                    cells: [
                      <a key="name" href={`#/accounts/${account.id}`}>
                        {account.name}
                      </a>,
                      ...[count(credits), percent(credits, dailyCredits), count(errors)],
                    ],
                  }))}
                />
                <Table
                  caption="Methods that used most today"
                  columns={['Method', 'Credits', 'Share', 'Calls']}
                  numbers={[1, 2, 3]}
                  rows={methods.slice(0, TOP).map((row) => ({
                    key: row.method,
                    cells: [row.method, count(row.credits), percent(row.credits, credits), count(row.calls)],
                  }))}
                />
              </div>
            </>
          )
        }
      </Shown>
    </Card>
  )
}

export const GatewayPage = () => {
  const now = gatewayNow.value
  if (now === undefined) return <Empty>{isLive.value ? 'Loading…' : 'Connecting…'}</Empty>
  return (
    <>
      <Card title="State">
        {goneSinceMs.value === undefined ? (
          <State status={now.status} />
        ) : (
          <p>
            <Badge tone="bad">no answer</Badge> The state is unknown until the gateway answers.
          </p>
        )}
      </Card>
      <Card title="Calls a second">
        <Rates />
      </Card>
      <LastDay />
      <Top />
      <Card title="Numbers">
        <dl class="facts">
          {facts(now.status).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}
