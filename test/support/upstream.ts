import { upstreamDigest } from '../../src/server/pipeline/stateful/sealed-ids.js'
import { Health } from '../../src/server/upstreams/health/health.js'
import type { HealthChange } from '../../src/server/upstreams/health/health-change.js'
import type { UpstreamTransport } from '../../src/server/upstreams/transport/transport.js'
import type { Upstream } from '../../src/server/upstreams/upstream.js'

/** An upstream that is never connected, for what only looks at its health. */
export interface QuietUpstream extends Upstream {
  readonly changes: HealthChange[]
}

/** Answers nothing. */
export const quietTransport: UpstreamTransport = {
  exchange: () => ({ resume: () => {}, abort: () => {} }),
  doubtIdle: () => {},
  close: async () => {},
}

/** Makes upstreams that share a clock; they are polled unless the test says otherwise. */
export const quietUpstream = (
  clock: { nowMs: number },
  name: string,
  { isPolled = true, ...facts }: Partial<Omit<Upstream, 'name' | 'health'>> & { isPolled?: boolean } = {},
): QuietUpstream => {
  const changes: HealthChange[] = []
  return {
    name,
    stateDigest: upstreamDigest(name, ''),
    isPartner: false,
    transport: quietTransport,
    weight: 1,
    isArchive: false,
    rate: undefined,
    maxBlockRange: undefined,
    maxRequestBytes: undefined,
    ...facts,
    health: new Health({ nowMs: () => clock.nowMs, isPolled, onChange: (change) => changes.push(change) }),
    changes,
  }
}
