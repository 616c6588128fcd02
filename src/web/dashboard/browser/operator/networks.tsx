import { useState } from 'preact/hooks'
import type { Upstream } from '../../../../../generated/admin.js'
import { count, minutesUntil, moment, percent } from '../format.js'
import { call } from '../gateway.js'
import { gatewayNow } from '../live.js'
import type { SeenChange } from '../page-data.js'
import { Badge, Card, Choice, Empty, Table } from '../parts/basics.js'
import { Dialog } from '../parts/dialog.js'
import { attempt } from '../parts/notices.js'

const TONES = { up: 'good', slow: 'warn', behind: 'warn', down: 'bad', cordoned: 'soft' } as const
const TIMES: Readonly<Record<string, string | undefined>> = {
  '15 min': '15m',
  '2 hours': '2h',
  'Until uncordoned': undefined,
}

const whyOf = ({ state, reason, lastFailure, measuredState, cordonedUntil, takenOut, circuit }: Upstream): string =>
  [
    state === 'cordoned'
      ? `until ${cordonedUntil === null ? 'uncordoned' : moment(cordonedUntil)}; otherwise ${measuredState}`
      : reason,
    ...(state === 'down' && lastFailure !== null ? [lastFailure] : []),
    ...(circuit === 'closed' ? [] : [`circuit ${circuit}`]),
    ...Object.entries(takenOut).map(([method, why]) => `${method}: ${why}`),
  ].join('; ')

const milliseconds = (value: number | null): string => (value === null ? '–' : String(Math.round(value)))

const of = ({ network, upstream }: Upstream) => ({ name: upstream, network })

const uncordon = (one: Upstream): void =>
  void attempt(
    `${one.upstream} gets calls again.`,
    () => call('upstreams.uncordon', of(one)),
    () => call('upstreams.cordon', { ...of(one), ...(one.cordonedUntil && { for: minutesUntil(one.cordonedUntil) }) }),
  )

const CordonDialog = ({ one, onClose }: { one: Upstream; onClose(): void }) => {
  const [time, setTime] = useState('15 min')
  const { [time]: duration } = TIMES
  return (
    <Dialog
      title={`Cordon ${one.upstream}?`}
      action="Cordon"
      done={`${one.upstream} of ${one.network} gets no more calls.`}
      undo={() => call('upstreams.uncordon', of(one))}
      onConfirm={() => call('upstreams.cordon', { ...of(one), ...(duration && { for: duration }) })}
      onClose={onClose}
    >
      <p>Calls in flight end, new ones go to others. If no other can answer, calls fail, or go to the partner.</p>
      <Choice isCaptioned label="For how long" choices={Object.keys(TIMES)} chosen={time} onChoose={setTime} />
    </Dialog>
  )
}

/** One button for both, so that it keeps the focus when the state changes. */
const CordonButton = ({ one, onCordon }: { one: Upstream; onCordon(one: Upstream): void }) => {
  const isCordoned = one.state === 'cordoned'
  const action = isCordoned ? 'Uncordon' : 'Cordon'
  return (
    <button
      type="button"
      onClick={() => (isCordoned ? uncordon : onCordon)(one)}
      aria-label={`${action} ${one.upstream}`}
    >
      {action}
    </button>
  )
}

const Network = ({
  name,
  upstreams,
  onCordon,
}: {
  name: string
  upstreams: readonly Upstream[]
  onCordon(one: Upstream): void
}) => (
  <Card title={name}>
    <Table
      caption={`Upstreams of ${name}`}
      columns={[
        'Upstream',
        'State',
        'Why',
        'Head',
        'Lag',
        'P50 ms',
        'P95 ms',
        'Errors',
        'In flight',
        'Calls',
        'Action',
      ]}
      numbers={[3, 4, 5, 6, 7, 8, 9]}
      rows={upstreams.map((one) => ({
        key: `${one.upstream} ${one.worker ?? ''}`,
        cells: [
          `${one.upstream}${one.isPartner ? ' (partner)' : ''}${one.worker === undefined ? '' : `, process ${one.worker}`}`,
          <Badge key="state" tone={TONES[one.state]}>
            {one.state}
          </Badge>,
          whyOf(one),
          one.head === null ? '–' : count(Number(one.head)),
          one.lag ?? '–',
          milliseconds(one.p50Ms),
          milliseconds(one.p95Ms),
          percent(one.errorRate, 1),
          count(one.inFlight),
          count(one.calls),
          <CordonButton key="action" one={one} onCordon={onCordon} />,
        ],
      }))}
    />
  </Card>
)

const StateChanges = ({ changes }: { changes: readonly SeenChange[] }) => (
  <Card title="Changes of state">
    {changes.length === 0 ? (
      <Empty>
        No change was seen yet. Changes are seen while a page of the operator is visible; the log and webhooks have all.
      </Empty>
    ) : (
      <Table
        caption="Changes of the states of upstreams"
        columns={['Seen', 'Network', 'Upstream', 'State', 'Why']}
        rows={changes.map(({ at, network, upstream, worker, from, to, why }) => ({
          key: `${at} ${network} ${upstream} ${worker ?? ''}`,
          cells: [
            `${moment(at).slice(0, -4)}:${at.slice(17, 19)} UTC`,
            network,
            `${upstream}${worker === undefined ? '' : `, process ${worker}`}`,
            `${from} → ${to}`,
            why,
          ],
        }))}
      />
    )}
  </Card>
)

export const NetworksPage = () => {
  const [asked, setAsked] = useState<Upstream>()
  const now = gatewayNow.value
  if (now === undefined) return <Empty>Connecting…</Empty>
  const names = [...new Set(now.upstreams.map(({ network }) => network))]
  return (
    <>
      {names.map((name) => (
        <Network
          key={name}
          name={name}
          upstreams={now.upstreams.filter(({ network }) => network === name)}
          onCordon={setAsked}
        />
      ))}
      <StateChanges changes={now.changes} />
      {asked && <CordonDialog one={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
