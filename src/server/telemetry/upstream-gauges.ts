import type { Reading, ReadMetric } from './registration.js'

/** Shown values of an upstream; `head` and `lag` count blocks (slots on Solana). */
export interface UpstreamReading {
  readonly network: string
  readonly upstream: string
  readonly isPartner: boolean
  readonly state: string
  readonly head: string | null
  readonly lag: string | null
  readonly inFlight: number
}

const STATES = ['up', 'slow', 'behind', 'down', 'cordoned']
const LABELS = ['network', 'upstream']

/** For each upstream, 1 for its state and 0 for the others. */
const statesOf = (upstreams: readonly UpstreamReading[]): Reading[] =>
  upstreams.flatMap(({ network, upstream, state }) =>
    STATES.map((one) => ({ labels: { network, upstream, state: one }, value: one === state ? 1 : 0 })),
  )

/** One value of each upstream that has it. */
const valuesOf = (
  upstreams: readonly UpstreamReading[],
  read: (upstream: UpstreamReading) => number | string | null,
): Reading[] =>
  upstreams.flatMap((each) => {
    const value = read(each)
    const { network, upstream } = each
    return value === null ? [] : [{ labels: { network, upstream }, value: Number(value) }]
  })

/** The state of the upstreams there are now. */
export const upstreamMetrics = (upstreams: () => readonly UpstreamReading[]): ReadMetric[] => [
  {
    name: 'tollgate_upstream_state',
    type: 'gauge',
    labels: [...LABELS, 'state'],
    help: "1 for the state that the upstream is in, 0 for the others; of the network's own",
    read: () => statesOf(upstreams().filter(({ isPartner }) => !isPartner)),
  },
  // Separate: a network whose partner is up can still lack usable upstreams.
  {
    name: 'tollgate_partner_state',
    type: 'gauge',
    labels: [...LABELS, 'state'],
    help: '1 for the state that the partner is in, as its answers to calls show it, 0 for the others',
    read: () => statesOf(upstreams().filter(({ isPartner }) => isPartner)),
  },
  // Each worker sees the chain for itself; a sum of heads means nothing.
  {
    name: 'tollgate_upstream_head',
    type: 'gauge',
    labels: LABELS,
    help: 'The newest block (slot on Solana) that the upstream has, as of its last poll',
    aggregator: 'max',
    read: () => valuesOf(upstreams(), ({ head }) => head),
  },
  {
    name: 'tollgate_upstream_lag_blocks',
    type: 'gauge',
    labels: LABELS,
    help: "How many blocks (slots on Solana) the upstream is behind the network's newest",
    aggregator: 'max',
    read: () => valuesOf(upstreams(), ({ lag }) => lag),
  },
  {
    name: 'tollgate_upstream_attempts_in_flight',
    type: 'gauge',
    labels: LABELS,
    help: 'Attempts that wait for an answer',
    read: () => valuesOf(upstreams(), ({ inFlight }) => inFlight),
  },
]
