import type { Frozen } from '../../../src/server/config/config.js'
import type { DashboardFacts } from '../../../src/server/dashboard/facts.js'
import type { GatewayPoint, HolderNow, OperatorNow } from '../../../src/server/dashboard/live.js'
import type { GatewayShown, HolderShown, LivePoint, PageFacts } from '../../../src/web/dashboard/browser/page-data.js'

/** Compiles only if all that a page reads is what the gateway sends. */
const shown = {
  facts: (sent: DashboardFacts): PageFacts => sent,
  point: (sent: GatewayPoint): LivePoint => sent,
  holder: (sent: HolderNow): HolderShown => sent,
  gateway: (sent: OperatorNow): Frozen<GatewayShown> => sent,
}

test('pages read from the gateway what it sends, by types that the compiler compares', () => {
  const point = { atMs: 1, calls: 2, errors: 3, credits: 4 }
  expect(shown.point(point)).toBe(point)
})
