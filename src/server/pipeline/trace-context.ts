/** Receives the spans of calls whose traces are recorded. Times are from the monotonic clock. */
export interface Tracer {
  /** Makes 16 random hexadecimal digits. */
  newSpanId(): string
  call(trace: TraceContext, spanId: string, startMs: number, call: TracedCall): void
  /** An attempt of the call `callSpanId` ended. */
  attempt(trace: TraceContext, callSpanId: string, attempt: AttemptSpan): void
}

/** The attributes of a call's span, named as in its observation. */
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

/** The attributes of an attempt's span. */
export interface AttemptSpan {
  readonly spanId: string
  readonly accountId: string
  readonly method: string
  readonly network: string
  readonly upstream: string
  readonly outcome: string
  readonly startMs: number
  readonly endMs: number
}

/**
 * A call's place in its caller's trace. The texts passed strict parsing, so they cannot end a
 * header line.
 *
 * Source  W3C Trace Context (Recommendation, 23 November 2021)
 */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The caller's span, 16 hexadecimal digits; undefined if the trace begins here. */
  readonly parentId: string | undefined
  readonly isSampled: boolean
  /** The caller's `tracestate`; undefined if missing or invalid. */
  readonly state: string | undefined
  /** Records the trace; undefined: it is only propagated. */
  readonly tracer: Tracer | undefined
}

/** Section 3.2.2: version, trace-id, parent-id, trace-flags; later versions may append more. */
const TRACEPARENT = /^([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[\x21-\x7e]*)?$/
/** Section 3.3.1.3.1, and the maximum length that must be propagated (section 3.3.1.5). */
const MAX_STATE_MEMBERS = 32
const MAX_STATE_LENGTH = 512
const STATE_MEMBER =
  /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/
const SAMPLED = 0x01

/**
 * Reads a request's `traceparent` and `tracestate` header; undefined if the first is invalid,
 * missing or repeated.
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

/** The header lines, with line ends, that propagate a trace; `parentId` is the asking span. */
export const traceLines = (
  { traceId, isSampled, state }: Pick<TraceContext, 'traceId' | 'isSampled' | 'state'>,
  parentId: string,
): string =>
  `traceparent: 00-${traceId}-${parentId}-${isSampled ? '01' : '00'}\r\n${state === undefined ? '' : `tracestate: ${state}\r\n`}`
