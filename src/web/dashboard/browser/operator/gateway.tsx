import type { Status } from '../../../../../generated/admin.js'
import { bytes, count, moment, percent } from '../format.js'
import { gatewayNow, isLive, livePoints } from '../live.js'
import { Badge, Card, Empty } from '../parts/basics.js'
import { Plot } from '../parts/plot.js'

/** Counts per second between points; a falling count (a process was replaced) shows as a gap. */
const ratesOf = (name: 'calls' | 'errors' | 'credits'): (number | null)[] =>
  livePoints.value.slice(1).map((point, index) => {
    const before = livePoints.value[index]!
    const rate = ((point[name] - before[name]) * 1_000) / (point.atMs - before.atMs)
    return rate < 0 ? null : rate
  })

const Rates = () => {
  const times = livePoints.value.slice(1).map(({ atMs }) => atMs / 1_000)
  if (times.length < 2)
    return <Empty>Values come every two seconds while the page is open; a plot needs a few of them.</Empty>
  const calls = ratesOf('calls')
  return (
    <Plot
      summary={`Calls a second: ${(calls.at(-1) ?? 0).toFixed(1)} just now`}
      times={times}
      series={[
        { label: 'Calls a second', values: calls, colour: '--accent' },
        { label: 'Errors a second', values: ratesOf('errors'), colour: '--bad' },
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

/** The state of the whole gateway. */
export const GatewayPage = () => {
  const now = gatewayNow.value
  if (now === undefined) return <Empty>{isLive.value ? 'Loading…' : 'Connecting…'}</Empty>
  return (
    <>
      <Card title="State">
        <State status={now.status} />
      </Card>
      <Card title="Calls a second">
        <Rates />
      </Card>
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
