import { clockOfStopwatch } from '../../../runtime/system-ports.js'
import type { AttemptSpan, TraceContext, TracedCall } from '../../pipeline/trace-context.js'

/** An attribute in OTLP's JSON. */
interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue: string } | { readonly intValue: string }
}

/** A span in OTLP's JSON (opentelemetry-proto, trace.proto, with ids in hexadecimal). */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly traceState?: string | undefined
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

const SERVER = 2
const CLIENT = 3
const ERROR = { code: 2 } as const
const UNSET = {} as const
const FIRST_SERVER_ERROR = 500
/** Outcomes of attempts for which the node is not at fault. */
const FAULTLESS = new Set(['result', 'node-error', 'overtaken', 'cancelled', 'too-many-results'])

const nanoseconds = (stopwatchMs: number): string => `${Math.round(clockOfStopwatch(stopwatchMs) * 1000)}000`

/** Attributes with their values; undefined ones are left out. */
export const attributesOf = (values: Readonly<Record<string, string | number | undefined>>): Attribute[] =>
  Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })

/**
 * The span of a call.
 *
 * Source  OpenTelemetry's semantic conventions for JSON-RPC, where they apply
 */
export const callSpan = (trace: TraceContext, spanId: string, startMs: number, call: TracedCall): OtlpSpan => ({
  traceId: trace.traceId,
  spanId,
  parentSpanId: trace.parentId,
  traceState: trace.state,
  name: call.method,
  kind: SERVER,
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(startMs + call.durationMs),
  attributes: attributesOf({
    'rpc.system': 'jsonrpc',
    'rpc.jsonrpc.version': '2.0',
    'rpc.method': call.method,
    'rpc.jsonrpc.error_code': call.errorCode,
    'client.address': call.source,
    'network.protocol.name': call.transport,
    'http.response.status_code': call.status,
    'tollgate.network': call.network,
    'tollgate.outcome': call.outcome,
    'tollgate.served_by': call.servedBy,
    'tollgate.upstream': call.upstream,
    'tollgate.request_id': call.requestId,
    'tollgate.account_id': call.accountId,
    'tollgate.key_id': call.keyId,
    'tollgate.cost_credits': call.costCredits,
  }),
  status: (call.status ?? 0) >= FIRST_SERVER_ERROR || call.outcome === 'internal-error' ? ERROR : UNSET,
})

export const attemptSpan = (trace: TraceContext, callSpanId: string, attempt: AttemptSpan): OtlpSpan => ({
  traceId: trace.traceId,
  spanId: attempt.spanId,
  parentSpanId: callSpanId,
  traceState: trace.state,
  name: `${attempt.method} attempt`,
  kind: CLIENT,
  startTimeUnixNano: nanoseconds(attempt.startMs),
  endTimeUnixNano: nanoseconds(attempt.endMs),
  attributes: attributesOf({
    'rpc.system': 'jsonrpc',
    'rpc.method': attempt.method,
    'tollgate.network': attempt.network,
    'tollgate.upstream': attempt.upstream,
    'tollgate.outcome': attempt.outcome,
  }),
  status: FAULTLESS.has(attempt.outcome) ? UNSET : ERROR,
})
