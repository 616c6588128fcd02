import type { AccountShare } from '../../accounts/account-share.js'
import { Batch } from './batch.js'
import { AbandonCounter, BatchingState, type OnSharing } from './batching-state.js'
import { SharedCall } from './shared-call.js'
import type { AnswerSink, RequestBody, UpstreamExchange, UpstreamTransport } from './transport.js'

/** Providers advise fewer than a hundred; nodes process a batch one call after the other. */
const MAX_CALLS = 64
const MAX_REQUEST_BYTES = 65_536
/** A call's other bytes in a batch: its beginning, its id and a comma. */
const AROUND_CALL_BYTES = 32

/**
 * Sends an account's cheap calls of the same turn of the event loop as one JSON-RPC batch. A single
 * call is sent unchanged.
 *
 * A batch is answered when its slowest call is, so accounts share none: docs/decisions/0026.
 * If a batch is not answered call for call, each call is sent again alone, and batching pauses.
 * Source  JSON-RPC 2.0, section 6; docs/performance-notes.md, "Measured before the design", 3
 */
export class BatchTransport implements UpstreamTransport {
  /** The calls of this turn. */
  private waiting: SharedCall[] = []
  private readonly maxBytes: number
  private readonly sharing: BatchingState
  private readonly abandoned = new AbandonCounter()

  constructor(
    readonly single: UpstreamTransport,
    onSharing: OnSharing,
    maxRequestBytes = MAX_REQUEST_BYTES,
  ) {
    this.maxBytes = Math.min(maxRequestBytes, MAX_REQUEST_BYTES)
    this.sharing = new BatchingState(onSharing)
  }

  exchange(
    body: RequestBody,
    sink: AnswerSink,
    canBatch = false,
    account?: AccountShare,
    fields?: string,
  ): UpstreamExchange {
    if (!canBatch || !this.sharing.isOn || !SharedCall.canShare(body))
      return this.single.exchange(body, sink, canBatch, account, fields)
    const call = new SharedCall(body, sink, account, fields)
    if (this.waiting.push(call) === 1) setImmediate(() => this.flush())
    return call
  }

  doubtIdle(): void {
    this.single.doubtIdle()
  }

  close(): Promise<void> {
    this.flush()
    this.sharing.close()
    return this.single.close()
  }

  /** A batch was answered, call for call. */
  answered(): void {
    this.abandoned.clear()
    this.sharing.worked()
  }

  /** All callers of a batch gave up waiting. */
  abandon(): void {
    if (this.abandoned.add()) this.sharing.pause()
  }

  /** Sends each call alone, after a reply that is no batch answer, and pauses batching. */
  sendAlone(calls: readonly SharedCall[]): void {
    this.sharing.pause()
    for (const call of calls) call.sendAlone(this.single)
  }

  private flush(): void {
    const calls = this.waiting
    this.waiting = []
    for (const own of byAccount(calls)) this.sendInBatches(own)
  }

  private sendInBatches(calls: readonly SharedCall[]): void {
    let batch: SharedCall[] = []
    let bytes = 0
    for (const call of calls) {
      if (call.isOver) continue
      const callBytes = call.rest.length + AROUND_CALL_BYTES
      if (batch.length === MAX_CALLS || (batch.length > 0 && bytes + callBytes > this.maxBytes)) {
        this.send(batch)
        batch = []
        bytes = 0
      }
      batch.push(call)
      bytes += callBytes
    }
    if (batch.length > 0) this.send(batch)
  }

  private send(calls: SharedCall[]): void {
    if (calls.length === 1) calls[0]!.sendAlone(this.single)
    else new Batch(calls, this)
  }
}

/** The calls of each account, in their order. Mostly all are of one. */
const byAccount = (calls: readonly SharedCall[]): Iterable<readonly SharedCall[]> => {
  if (calls.every(({ account }) => account === calls[0]!.account)) return [calls]
  const all = new Map<AccountShare | undefined, SharedCall[]>()
  for (const call of calls) {
    const own = all.get(call.account)
    if (own === undefined) all.set(call.account, [call])
    else own.push(call)
  }
  return all.values()
}
