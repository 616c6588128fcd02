import { signal } from '@preact/signals'
import type { Status, Upstream } from '../../../../generated/admin.js'
import { loadSession, sessionEnded } from './gateway.js'

/** Sums of the whole gateway at one moment. */
export interface LivePoint {
  readonly atMs: number
  readonly calls: number
  readonly errors: number
  readonly credits: number
}

/** What an account has used of its day, just now. */
export const holderNow = signal<{ usedToday: number; dailyCredits: number; isSuspended: boolean } | undefined>(
  undefined,
)

/** An upstream that was seen in another state than before; `at` as ISO 8601. */
export interface SeenChange {
  readonly at: string
  readonly network: string
  readonly upstream: string
  readonly worker?: number
  readonly from: string
  readonly to: string
  readonly why: string
}

/** How the gateway does, just now; the changes of upstreams that were seen, newest first. */
export const gatewayNow = signal<{ status: Status; upstreams: Upstream[]; changes: SeenChange[] } | undefined>(
  undefined,
)

/** What the operator's plots are drawn from. */
export const livePoints = signal<readonly LivePoint[]>([])

/** Whether values come. */
export const isLive = signal(false)

const MAX_POINTS = 450

const dataOf = (event: Event): unknown => JSON.parse((event as MessageEvent<string>).data)

/** Listens to live values until what it returns is called. The browser connects again by itself. */
export const listen = (role: 'operator' | 'holder'): (() => void) => {
  const source = new EventSource('live')
  source.addEventListener('open', () => {
    isLive.value = true
  })
  source.addEventListener('points', (event) => {
    livePoints.value = dataOf(event) as LivePoint[]
  })
  source.addEventListener('now', (event) => {
    const now = dataOf(event)
    if (role === 'holder') {
      holderNow.value = now as typeof holderNow.value
      return
    }
    gatewayNow.value = now as typeof gatewayNow.value
    const { calls, errors, credits } = gatewayNow.value!.status
    livePoints.value = [...livePoints.value, { atMs: Date.now(), calls, errors, credits }].slice(-MAX_POINTS)
  })
  source.addEventListener('over', () => {
    source.close()
    void sessionEnded()
  })
  source.addEventListener('error', () => {
    isLive.value = false
    // The browser does not connect again: the gateway refused, mostly because the session has
    // ended.
    if (source.readyState === EventSource.CLOSED) void loadSession().catch(() => {})
  })
  return () => {
    source.close()
    isLive.value = false
    holderNow.value = undefined
    gatewayNow.value = undefined
  }
}
