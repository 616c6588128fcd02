import { useRef, useState } from 'preact/hooks'
import type { History } from '../../../../../generated/admin.js'
import { clock, count, moment, percent } from '../format.js'
import { call } from '../gateway.js'
import { useLoadOfUsage } from '../load.js'
import { Card, Empty, Shown, Table } from '../parts/basics.js'
import { Plot } from '../parts/plot.js'

const ALL = ''
const BAD_STATES = ['down', 'behind', 'slow', 'cordoned'] as const

interface PickerProps {
  readonly id: string
  readonly label: string
  readonly names: readonly string[]
  readonly chosen: string
  onChoose(name: string): void
}

const Picker = ({ id, label, names, chosen, onChoose }: PickerProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id} value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value={ALL}>all</option>
      {(chosen === ALL || names.includes(chosen) ? names : [chosen, ...names]).map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  </div>
)

const milliseconds = (value: number | null): string => (value === null ? '–' : value.toPrecision(3))

const hour = (ms: number): string => new Date(ms).toISOString().slice(11, 16)

/** The states of each upstream as a strip, and in words for screen readers. */
const Strips = ({ upstreams, startsMs }: { upstreams: History['upstreams']; startsMs: readonly number[] }) => (
  <ul class="strips" aria-label="Worst state of each upstream, by slot">
    {upstreams.map(({ network, upstream, states }) => {
      const seen = states.filter((state) => state !== null)
      const bad = BAD_STATES.flatMap((bad) => {
        const slots = seen.filter((state) => state === bad).length
        return slots === 0 ? [] : [`${bad} in ${slots}`]
      })
      const said =
        bad.length === 0 ? 'up whenever it was looked at' : `${bad.join(', ')} of ${seen.length} spans of 5 minutes`
      return (
        <li key={`${network} ${upstream}`}>
          <span>
            {network} {upstream}: {said}
          </span>
          <div class="strip" aria-hidden="true">
            {states.map((state, index) => (
              <i
                key={startsMs[index]}
                class={state ?? 'unknown'}
                title={`${hour(startsMs[index]!)} UTC: ${state ?? 'unknown'}`}
              />
            ))}
          </div>
        </li>
      )
    })}
  </ul>
)

const Plots = ({ slots, times }: { slots: History['slots']; times: readonly number[] }) => (
  <>
    <Plot
      summary="Calls and errors in slots of 5 minutes; the table below has the numbers"
      times={times}
      isBars
      series={[
        { label: 'Errors', values: slots.map(({ errors }) => errors), colour: '--bad' },
        { label: 'Other calls', values: slots.map(({ calls, errors }) => calls - errors), colour: '--accent' },
      ]}
    />
    <Plot
      summary="Latency in milliseconds, p50 and p95; the table below has the numbers"
      times={times}
      series={[
        { label: 'p50, ms', values: slots.map(({ p50Ms }) => p50Ms), colour: '--accent' },
        { label: 'p95, ms', values: slots.map(({ p95Ms }) => p95Ms), colour: '--group-2' },
      ]}
    />
    <details>
      <summary>The same in numbers</summary>
      <Table
        caption="The last day in slots of 5 minutes"
        columns={['From, UTC', 'Calls', 'Errors', 'p50, ms', 'p95, ms']}
        numbers={[1, 2, 3, 4]}
        rows={slots
          .map(({ calls, errors, p50Ms, p95Ms }, index) => ({
            key: String(times[index]),
            calls,
            cells: [hour(times[index]! * 1_000), count(calls), count(errors), milliseconds(p50Ms), milliseconds(p95Ms)],
          }))
          .filter((row) => row.calls > 0)
          .reverse()}
      />
    </details>
  </>
)

export const LastDay = () => {
  const [network, setNetwork] = useState(ALL)
  const [method, setMethod] = useState(ALL)
  const loaded = useLoadOfUsage(`history ${JSON.stringify([network, method])}`, async () => ({
    ...(await call('history', { ...(network !== ALL && { network }), ...(method !== ALL && { method }) })),
    asOfMs: Date.now(),
  }))
  // Those of the last answer: the pickers stay, and keep the focus, while another one comes.
  const names = useRef<Pick<History, 'networks' | 'methods'>>({ networks: [], methods: [] })
  names.current = loaded.value ?? names.current
  const { networks, methods } = names.current
  return (
    <Card title="The last day">
      <div class="columns pickers">
        <Picker
          {...{ id: 'history-network', label: 'Network', names: networks }}
          chosen={network}
          onChoose={setNetwork}
        />
        <Picker {...{ id: 'history-method', label: 'Method', names: methods }} chosen={method} onChoose={setMethod} />
      </div>
      <Shown of={loaded}>
        {({ since, from, slotSeconds, slots, upstreams, asOfMs }) => {
          const startsMs = slots.map((_, index) => Date.parse(from) + index * slotSeconds * 1_000)
          const sum = (name: 'calls' | 'errors') => slots.reduce((all, slot) => all + slot[name], 0)
          const [calls, errors] = [sum('calls'), sum('errors')]
          return (
            <>
              <p class="soft">
                {count(calls)} calls, {count(errors)} of them errors ({percent(errors, calls)}), since {moment(since)},
                as of {clock(asOfMs)}. Kept in memory: a restart begins anew. Latencies are estimates from a histogram,
                at most 3 times off.
              </p>
              {calls === 0 ? (
                <Empty>There was no call in this time.</Empty>
              ) : (
                <Plots slots={slots} times={startsMs.map((ms) => ms / 1_000)} />
              )}
              <Strips upstreams={upstreams} startsMs={startsMs} />
            </>
          )
        }}
      </Shown>
    </Card>
  )
}
