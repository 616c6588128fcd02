import type { LivePoint } from '../page-data.js'

/** Points come every two seconds while an operator's page is visible. */
const MAX_STEP_S = 15

/**
 * Counts per second between points; null, a gap in the plot, where nobody knows: the count fell
 * (a process was replaced), both points are of one moment, or no page was visible in between.
 */
export const ratesOf = (points: readonly LivePoint[], name: 'calls' | 'errors' | 'credits'): (number | null)[] =>
  points.slice(1).map((point, index) => {
    const before = points[index]!
    const [rise, seconds] = [point[name] - before[name], (point.atMs - before.atMs) / 1_000]
    return rise >= 0 && seconds > 0 && seconds <= MAX_STEP_S ? rise / seconds : null
  })
