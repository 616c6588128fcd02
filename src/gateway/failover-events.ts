import type { UsageStore } from '../credits/usage/usage-store.js'
import type { Forwarded } from '../jsonrpc/reply.js'
import type { Charged } from '../pipeline/stage.js'
import type { Log } from '../telemetry/log.js'
import type { Metrics } from '../telemetry/metrics.js'

/** Keeps every call that went to a partner: who, when, why, how long. */
export const forwardedRecorder =
  (
    usage: Pick<UsageStore, 'recordForwarded'>,
    metrics: Pick<Metrics, 'forwarded'>,
    log: Log,
    nowMs: () => number,
  ): ((call: Charged, forwarded: Forwarded) => void) =>
  (call, { partner, reason, durationMs }) => {
    const { network, entitlement } = call.caller
    metrics.forwarded(network.name, call.row.name)
    const row = {
      at: new Date(nowMs()).toISOString(),
      accountId: entitlement.account.id,
      keyId: entitlement.key.id,
      network: network.name,
      method: call.row.name,
      partner,
      reason,
      durationMs: Math.round(durationMs),
    }
    usage
      .recordForwarded(row)
      .catch((error: Error) => log.error({ ...row, error: error.message }, 'forwarded call not recorded'))
  }
