import type { FailedOver } from '../../../wire/jsonrpc/reply.js'
import { RowsLost } from '../../credits/group-writer.js'
import { UnknownMethods } from '../../credits/usage/unknown-methods.js'
import type { CreditWarning } from '../../credits/watched-ledger.js'
import type { WebSocketEnd, WebSocketEvents } from '../../listeners/listener-deps.js'
import type { Authenticated } from '../../pipeline/stage.js'
import type { Observation, Observer } from '../../pipeline/stages/observe.js'
import type { Notice } from '../../telemetry/notices/notice.js'
import { NetworkRecorder, type RecorderDeps } from './network-recorder.js'

/**
 * Reports what happens to calls, connections, keys and the store. What happens on a network is
 * reported by NetworkRecorder. Only this folder maps these events to metrics and log lines.
 */
export class ProcessRecorder implements Observer, WebSocketEvents {
  /** Contract gaps already logged; the contract and the configuration bound their number. */
  private readonly knownGaps = new Set<string>()

  private readonly unknownMethods: UnknownMethods

  constructor(private readonly deps: RecorderDeps) {
    this.unknownMethods = new UnknownMethods(deps.nowMs)
  }

  call(seen: Observation): void {
    const { metrics, log, records } = this.deps
    const observation = seen.unknownMethod === undefined ? seen : this.withBoundedName(seen, seen.unknownMethod)
    if (observation.keyId !== undefined) records.keyUses.record(observation.keyId)
    if (observation.outcome !== 'ok') this.recordError(observation)
    else this.recordDuration(observation)
    metrics.calls.observe(observation)
    log.call(observation)
  }

  private recordError({ accountId, keyId, network, method, unknownMethod, outcome }: Observation): void {
    if (accountId === undefined || keyId === undefined) return
    this.deps.records.errors.record({ accountId, keyId, network, method: unknownMethod ?? method, error: outcome })
  }

  private recordDuration({ accountId, network, method, durationMs }: Observation): void {
    if (accountId !== undefined) this.deps.records.durations.record(accountId, network, method, durationMs)
  }

  private withBoundedName(observation: Observation, method: string): Observation {
    const { accountId, keyId } = observation
    if (accountId === undefined || keyId === undefined) return { ...observation, unknownMethod: undefined }
    return { ...observation, unknownMethod: this.unknownMethods.boundedName(accountId, keyId, method) }
  }

  /** Records a call that went to a partner: key, time, reason and duration. */
  failedOver(
    { network, entitlement }: Authenticated,
    method: string,
    { partner, reason, durationMs }: FailedOver,
  ): void {
    const { metrics, records, nowMs } = this.deps
    metrics.forwarded.inc({ network: network.name, method })
    records.failovers.record({
      at: new Date(nowMs()).toISOString(),
      accountId: entitlement.account.id,
      keyId: entitlement.key.id,
      network: network.name,
      method,
      partner,
      reason,
      durationMs: Math.round(durationMs),
    })
  }

  bug(error: unknown, requestId: string): void {
    this.deps.log.error({ requestId, err: error }, 'bug')
  }

  webSocketOpened(caller: Authenticated): void {
    this.deps.log.free(caller.entitlement.account.id, connectionFields(caller), 'websocket opened')
  }

  webSocketClosed(caller: Authenticated, end: WebSocketEnd): void {
    this.deps.log.free(caller.entitlement.account.id, { ...connectionFields(caller), ...end }, 'websocket closed')
  }

  /** The certificate's file changed; `error` is the reason for keeping the old one. */
  certificate(error: Error | undefined): void {
    const { log } = this.deps
    if (error === undefined) log.info({}, 'certificate reloaded')
    else log.error({ reason: error.message }, 'certificate not reloaded; the old one stays in use')
  }

  /** The tokens' keys could not be reloaded. */
  tokenKeys(error: Error): void {
    this.deps.log.error({ reason: error.message }, 'keys of tokens not reloaded; the old ones stay in use')
  }

  creditWarning(warning: CreditWarning): void {
    const { accountId, keyId, day, level } = warning
    const id = ['credits', accountId, ...(keyId === undefined ? [] : [keyId]), day, level].join(':')
    this.deps.notices.send({ id, type: 'credits.warning', data: { ...warning } })
  }

  /** A newer configuration has mistakes. */
  reloadRefused(): void {
    const { notices, nowMs } = this.deps
    notices.send(refusedReload(nowMs()))
  }

  notSettled(error: Error): void {
    const { log } = this.deps
    const fields = { reason: error.message }
    if (error instanceof RowsLost) log.error(fields, 'usage is lost with this process')
    else log.warn(fields, 'not everything was settled; the next start does it')
  }

  ofNetwork(network: string): NetworkRecorder {
    return new NetworkRecorder(network, this.deps, this.knownGaps)
  }
}

/** The notice of a refused configuration; the log lists its mistakes. */
export const refusedReload = (nowMs: number): Notice => {
  const at = new Date(nowMs).toISOString()
  return { id: `reload:${at}`, type: 'reload.refused', data: {} }
}

const connectionFields = ({ requestId, source, trace, network, entitlement }: Authenticated) => ({
  requestId,
  source,
  ...(trace !== undefined && { traceId: trace.traceId }),
  network: network.name,
  keyId: entitlement.key.id,
  accountId: entitlement.account.id,
})
