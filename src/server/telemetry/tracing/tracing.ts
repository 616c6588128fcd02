import { packageManifest } from '../../../runtime/package-files.js'
import type { Config } from '../../config/config.js'
import type { AttemptSpan, TraceContext, TracedCall, Tracer } from '../../pipeline/trace-context.js'
import { type SpanEvents, SpanQueue } from './span-queue.js'
import { attemptSpan, attributesOf, callSpan, type OtlpSpan } from './spans.js'

export interface Tracing {
  /** Begins the trace of a call; undefined if no trace is passed on or recorded. */
  begin(given: TraceContext | undefined): TraceContext | undefined
  close(): Promise<void>
}

const ID_BYTES = 8
/** Random bytes are fetched in blocks: one system call costs more than the bytes of an id. */
const BLOCK_BYTES = 4_096

/** Makes ids of 16 hexadecimal digits. */
const idMaker = (randomBytes: (length: number) => Buffer): (() => string) => {
  let block: Buffer = Buffer.alloc(0)
  let at = 0
  return () => {
    for (;;) {
      if (at >= block.length) {
        block = randomBytes(BLOCK_BYTES)
        at = 0
      }
      const id = block.toString('hex', at, at + ID_BYTES)
      at += ID_BYTES
      // W3C Trace Context, section 3.2.2.3: an id of zeros is invalid.
      if (id !== '0000000000000000') return id
    }
  }
}

export const openTracing = (
  { endpoint, headers, ratio, parent }: NonNullable<Config['tracing']>,
  randomBytes: (length: number) => Buffer,
  events: SpanEvents,
): Tracing => {
  const resource = {
    attributes: attributesOf({ 'service.name': 'tollgate', 'service.version': packageManifest().version }),
  }
  const scope = { name: 'tollgate' }
  const queue = new SpanQueue<OtlpSpan>(
    {
      url: endpoint,
      headers,
      body: (spans) => JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
    },
    events,
  )
  const newSpanId = idMaker(randomBytes)
  const tracer: Tracer = {
    newSpanId,
    call: (trace: TraceContext, spanId: string, startMs: number, call: TracedCall) =>
      queue.add(call.accountId, callSpan(trace, spanId, startMs, call)),
    attempt: (trace: TraceContext, callSpanId: string, attempt: AttemptSpan) =>
      queue.add(attempt.accountId, attemptSpan(trace, callSpanId, attempt)),
  }
  let due = 0
  /** Selects this share of the calls, evenly. */
  const isTaken = (): boolean => {
    due += ratio
    if (due < 1) return false
    due -= 1
    return true
  }
  return {
    begin: (given) => {
      if (given !== undefined && parent === 'follow') return given.isSampled ? { ...given, tracer } : given
      if (!isTaken()) return given
      if (given !== undefined) return { ...given, isSampled: true, tracer }
      const traceId = newSpanId() + newSpanId()
      return { traceId, parentId: undefined, isSampled: true, state: undefined, tracer }
    },
    close: () => queue.close(),
  }
}
