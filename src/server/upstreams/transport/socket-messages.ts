import { AnswerScanner, type Span } from '../../../wire/json/answer-scanner.js'
import { type NodeNotification, readNotification } from '../../../wire/json/node-notification.js'

const MAX_DEPTH = 512
/** The JSON of a subscription's id. */
const SUBSCRIPTION_ID = /^(?:"[^"\\]{1,128}"|\d{1,20})$/

/** A node's reply to a call. Reasons are log words and contain no address. */
export type SocketReply =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'node-error'; readonly bytes: Buffer; readonly code: number; readonly message: string }
  /** `wasSent`: the node closed the socket instead of answering, perhaps because of the call. */
  | { readonly kind: 'unreachable'; readonly reason: string; readonly wasSent?: boolean }

/** A message from a node: the reply to the call of this id, or a notification. */
export type NodeMessage =
  | { readonly callId: string; readonly reply: SocketReply }
  | { readonly callId: undefined; readonly notification: NodeNotification | undefined }

/** Reads a message strictly; undefined if it is not JSON-RPC. */
export const readMessage = (bytes: Buffer): NodeMessage | undefined => {
  const scanner = new AnswerScanner(MAX_DEPTH)
  if (!scanner.push(bytes) || !scanner.isComplete()) return undefined
  const { idText: callId, result, error, hasError } = scanner
  if (callId === undefined) return { callId, notification: readNotification(bytes) }
  const reply = hasError ? errorReply(bytes, error!) : resultReply(bytes, result)
  return reply && { callId, reply }
}

/** True if a result is the id of a subscription. */
export const isSubscriptionId = (text: string): boolean => SUBSCRIPTION_ID.test(text)

const resultReply = (bytes: Buffer, result: Span | undefined): SocketReply | undefined =>
  result === undefined ? undefined : { kind: 'result', text: bytes.toString('latin1', result.start, result.end) }

const errorReply = (bytes: Buffer, { start, end }: Span): SocketReply | undefined => {
  const own = Buffer.from(bytes.subarray(start, end))
  const { code, message } = JSON.parse(own.toString('utf8')) as { code?: unknown; message?: unknown }
  if (typeof code !== 'number' || typeof message !== 'string') return undefined
  return { kind: 'node-error', bytes: own, code, message }
}
