import { RateExchange } from '../credits/rate-exchange.js'
import type { SharedThrottle } from '../credits/shared-throttle.js'
import type { Store } from '../storage/store.js'

/**
 * Keeps accounts to their credits per second over all machines on a store, until the returned store
 * is closed.
 */
export const exchangeRates = <Shared extends Pick<Store, 'spending' | 'close'>>(
  shared: Shared,
  throttle: SharedThrottle,
  nowMs: () => number,
): Shared => {
  if (shared.spending === undefined) return shared
  const stop = new RateExchange({ throttle, store: shared.spending, nowMs }).start()
  return {
    ...shared,
    close: () => {
      stop()
      return shared.close()
    },
  }
}
