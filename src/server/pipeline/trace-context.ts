/** Receives what happened in calls whose traces are recorded. Times are the stopwatch's. */
export interface Tracer {
  /** 16 hexadecimal digits, each time others. */
  newSpanId(): string
  /** A call ended. */
  call(trace: TraceContext, spanId: string, startMs: number, call: TracedCall): void
  /** An attempt ended that belongs to the call `callSpanId`. */
  attempt(trace: TraceContext, callSpanId: string, attempt: AttemptSpan): void
}

/** A call, as its span says it; the members are those of its observation. */
export interface TracedCall {
  readonly requestId: string
  readonly source: string
  readonly transport: string
  readonly status: number | undefined
  readonly network: string
  readonly method: string
  readonly keyId: string | undefined
  readonly accountId: string | undefined
  readonly outcome: string
  readonly errorCode: number | undefined
  readonly servedBy: string
  readonly upstream: string | undefined
  readonly costCredits: number
  readonly durationMs: number
}

/** One attempt at an upstream, as its span says it. */
export interface AttemptSpan {
  readonly spanId: string
  readonly method: string
  readonly network: string
  readonly upstream: string
  readonly outcome: string
  readonly startMs: number
  readonly endMs: number
}

/**
 * Where a call stands in its caller's trace. Its texts were read strictly: they hold nothing that
 * could end a header line.
 *
 * Source  W3C Trace Context (Recommendation, 23 November 2021)
 */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The caller's own span, 16 hexadecimal digits; undefined where the trace begins here. */
  readonly parentId: string | undefined
  readonly isSampled: boolean
  /**
   * What the caller's tracing systems say to each other; undefined: nothing, or nothing that can be
   * read.
   */
  readonly state: string | undefined
  /** Records the trace; undefined: it is only passed on. */
  readonly tracer: Tracer | undefined
}

/**
 * Section 3.2.2: version, trace-id, parent-id, trace-flags; a later version may say more behind
 * them.
 */
const TRACEPARENT = /^([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[\x21-\x7e]*)?$/
/** Section 3.3.1.3.1, and the longest that has to be passed on (section 3.3.1.5). */
const MAX_STATE_MEMBERS = 32
const MAX_STATE_LENGTH = 512
const STATE_MEMBER =
  /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/
const SAMPLED = 0x01

/**
 * Reads a request's `traceparent` and `tracestate` header; undefined when the first is none, or
 * came twice: then there is no trace.
 */
export const readTraceContext = (
  traceparent: string | undefined,
  tracestate: string | undefined,
): TraceContext | undefined => {
  const found = TRACEPARENT.exec(traceparent ?? '')
  if (found === null) return undefined
  const [, version, traceId, parentId, flags, more] = found
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  const isSampled = (Number.parseInt(flags!, 16) & SAMPLED) !== 0
  return { traceId: traceId!, parentId: parentId!, isSampled, state: readState(tracestate), tracer: undefined }
}

const readState = (tracestate: string | undefined): string | undefined => {
  if (tracestate === undefined || tracestate.length > MAX_STATE_LENGTH) return undefined
  const members = tracestate
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '')
  const isFine = members.length > 0 && members.length <= MAX_STATE_MEMBERS
  return isFine && members.every((member) => STATE_MEMBER.test(member)) ? members.join(',') : undefined
}

/** The header lines, each with its end, that carry a trace on; `parentId` is the span that asks. */
export const traceLines = (
  { traceId, isSampled, state }: Pick<TraceContext, 'traceId' | 'isSampled' | 'state'>,
  parentId: string,
): string =>
  `traceparent: 00-${traceId}-${parentId}-${isSampled ? '01' : '00'}\r\n${state === undefined ? '' : `tracestate: ${state}\r\n`}`
