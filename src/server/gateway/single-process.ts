import { hostName, type SystemPorts } from '../../runtime/system-ports.js'
import { LocalConnectionCount } from '../accounts/connection-count.js'
import type { Config } from '../config/config.js'
import { SharedThrottle } from '../credits/shared-throttle.js'
import { BucketThrottle } from '../credits/throttle-bucket.js'
import { openStoreAt } from '../storage/open-address.js'
import type { Store } from '../storage/store.js'
import type { Log } from '../telemetry/log.js'
import { Notices } from '../telemetry/notices/notices.js'
import { exchangeRates } from './exchange-rates.js'
import { openLedger } from './ledger.js'
import { startPrivateSide } from './private-side.js'
import type { ProcessContext } from './process-context.js'
import { serveAlone } from './single-process-ledger.js'

/** The place of a gateway that is one process and has everything to itself. Errors: the store cannot be opened, or is served already. */
export const openSingleProcess = async (
  config: Config,
  ports: SystemPorts,
  log: Log,
): Promise<ProcessContext & { readonly store: Store }> => {
  const opened = await openStoreAt(config.store, { clock: ports.nowMs, synchronous: config.synchronous })
  try {
    const store = await serveAlone(opened, config, ports, log)
    const ledger = await openLedger(store, config, ports, log)
    const shared = store.spending === undefined ? undefined : new SharedThrottle(ports.nowMs)
    return {
      store: shared === undefined ? store : exchangeRates(store, shared, ports.nowMs),
      ledger,
      throttle: shared ?? new BucketThrottle(),
      connections: new LocalConnectionCount(),
      processes: 1,
      notices: new Notices(config, log, ports.nowMs, hostName()),
      startPrivate: (parts) => startPrivateSide(store, parts),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
