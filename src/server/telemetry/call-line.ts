import type { Observation } from '../pipeline/stages/observe.js'

/** Text that JSON writes between quotes unchanged. */
const PLAIN = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))
const number = (key: string, value: number | undefined): string => (value === undefined ? '' : `,"${key}":${value}`)
const optional = (key: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${key}":${quoted(value)}`

/**
 * Builds the log line of a call, identical to pino's. Every call has one of known shape, so
 * concatenation is faster than walking an object.
 *
 * `start`  the line's beginning, up to and with the time: `{"level":"info","time":"…"`
 */
export const callLine = (start: string, call: Observation): string =>
  `${start},"requestId":${quoted(call.requestId)},"source":${quoted(call.source)}${optional('traceId', call.traceId)},"transport":"${call.transport}"${number('status', call.status)},"network":${quoted(call.network)}${optional('keyId', call.keyId)}${optional('accountId', call.accountId)},"method":${quoted(call.method)}${optional('unknownMethod', call.unknownMethod)},"outcome":${quoted(call.outcome)}${number('errorCode', call.errorCode)},"servedBy":"${call.servedBy}"${optional('upstream', call.upstream)},"costCredits":${call.costCredits},"durationMs":${call.durationMs},"upstreamMs":${call.upstreamMs}${number('paramsBytes', call.paramsBytes)}${number('resultBytes', call.resultBytes)},"msg":"call"}\n`
