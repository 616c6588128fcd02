import type { SystemPorts } from '../../runtime/system-ports.js'
import type { AccountStore } from '../accounts/account-store.js'
import type { Config } from '../config/config.js'
import type { Log } from '../telemetry/log.js'
import { type Service, startServing } from './serving.js'

/** A running gateway that is one process. */
export interface Gateway extends Service {
  /** The store's accounts and keys, for a command that runs the gateway itself. */
  readonly accounts: AccountStore
}

/**
 * Starts a gateway that is one process: the store, the ledger, the networks and the two listeners, in the order in which they need each
 * other.
 *
 * Errors  rejects when the store cannot be opened, is served by another gateway, or an address is taken
 */
export const startGateway = async (config: Config, ports: SystemPorts, log: Log): Promise<Gateway> => {
  // A process that starts workers does without what opens a store of its own.
  const { openSingleProcess } = await import('./single-process.js')
  const context = await openSingleProcess(config, ports, log)
  const serving = await startServing(config, ports, log, context)
  return Object.assign(serving, { accounts: context.store.accounts })
}
