import type { Observation } from '../pipeline/stages/observe.js'

/** Text that JSON writes between quotes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))
const optional = (key: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${key}":${quoted(value)}`

/**
 * The log's line for a call, the same that pino would write of it: every call has one, and its shape is known, so it is put together
 * instead of being walked through.
 *
 * `start`  the line's beginning, up to and with the time: `{"level":30,"time":"…"`
 */
export const callLine = (start: string, call: Observation): string =>
  `${start},"requestId":${quoted(call.requestId)},"transport":"${call.transport}","network":${quoted(call.network)}${optional('keyId', call.keyId)}${optional('accountId', call.accountId)},"method":${quoted(call.method)},"outcome":${quoted(call.outcome)}${call.errorCode === undefined ? '' : `,"errorCode":${call.errorCode}`},"servedBy":"${call.servedBy}"${optional('upstream', call.upstream)},"costCredits":${call.costCredits},"durationMs":${call.durationMs},"upstreamMs":${call.upstreamMs},"msg":"call"}\n`
