import { Gauge, type Registry } from 'prom-client'

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
const LABELS = ['network', 'upstream'] as const

/**
 * Shows the state of the upstreams. Each read lists them again, so that removed upstreams vanish.
 */
export const registerUpstreamGauges = (registry: Registry, upstreams: () => readonly UpstreamReading[]): void => {
  const showState = (name: string, help: string, areShown: (upstream: UpstreamReading) => boolean) =>
    new Gauge({
      name,
      help,
      labelNames: [...LABELS, 'state'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { network, upstream, state } of upstreams().filter(areShown))
          for (const one of STATES) this.set({ network, upstream, state: one }, one === state ? 1 : 0)
      },
    })
  showState(
    'tollgate_upstream_state',
    "1 for the state that the upstream is in, 0 for the others; of the network's own",
    ({ isPartner }) => !isPartner,
  )
  // Separate: a network whose partner is up can still lack usable upstreams.
  showState(
    'tollgate_partner_state',
    '1 for the state that the partner is in, as its answers to calls show it, 0 for the others',
    ({ isPartner }) => isPartner,
  )
  const show = (
    name: string,
    help: string,
    // Each worker sees the chain for itself; a sum of heads means nothing.
    aggregator: 'max' | 'sum',
    read: (upstream: UpstreamReading) => number | string | null,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: LABELS,
      aggregator,
      registers: [registry],
      collect() {
        this.reset()
        for (const each of upstreams()) {
          const value = read(each)
          if (value !== null) this.set({ network: each.network, upstream: each.upstream }, Number(value))
        }
      },
    })
  show(
    'tollgate_upstream_head',
    'The newest block (slot on Solana) that the upstream has, as of its last poll',
    'max',
    ({ head }) => head,
  )
  show(
    'tollgate_upstream_lag_blocks',
    "How many blocks (slots on Solana) the upstream is behind the network's newest",
    'max',
    ({ lag }) => lag,
  )
  show('tollgate_upstream_attempts_in_flight', 'Attempts that wait for an answer', 'sum', ({ inFlight }) => inFlight)
}
