import { SharedSpending } from '../credits/shared-spending.js'
import type { SharedThrottle } from '../credits/shared-throttle.js'
import type { Store } from '../storage/store.js'

/**
 * Keeps accounts to their credits per second over all machines on a store, until the returned store
 * is closed.
 */
export const shareSpending = <Shared extends Pick<Store, 'spending' | 'close'>>(
  shared: Shared,
  throttle: SharedThrottle,
  nowMs: () => number,
): Shared => {
  if (shared.spending === undefined) return shared
  const stop = new SharedSpending({ throttle, store: shared.spending, nowMs }).start()
  return {
    ...shared,
    close: () => {
      stop()
      return shared.close()
    },
  }
}
