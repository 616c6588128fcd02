import type { HttpPost } from './http-transport.js'
import { RpcError, THROTTLED, TransportError } from './rpc-error.js'
import { parseMessage, readReply } from './wire.js'

/** Close code with which the gateway refuses to go on. */
const POLICY_VIOLATION = 1008
/** Reasons that concern one subscription, or that pass: the others of the connection go on. */
const PASSING: ReadonlySet<string> = new Set([THROTTLED, 'allowlist_refused', 'method_removed'])
/** Nodes refused a connection's subscriptions: they may come back. */
const REFUSED_SUBSCRIPTIONS = 'too many sub'
/** A notification costs nothing, and the gateway does not execute it. */
const NOTIFICATION = '{"jsonrpc":"2.0","method":"ping"}'
const ASK_MS = 5_000

/** With close code 1008 comes the gateway's reason, which becomes that of the error. */
export const closeError = (code: number, reason = ''): TransportError =>
  code === POLICY_VIOLATION && reason !== ''
    ? new TransportError(`the gateway closed the connection: ${reason}`, reason)
    : new TransportError(`the connection was closed (${code})`, 'connection')

/** True if the gateway would close another connection for the same reason. */
export const isFinalClose = (code: number, reason = ''): boolean =>
  code === POLICY_VIOLATION && !PASSING.has(reason) && !reason.startsWith(REFUSED_SUBSCRIPTIONS)

/** True for a refused handshake that the gateway would refuse again. */
export const isFinalRefusal = ({ httpStatus }: TransportError): boolean =>
  httpStatus !== undefined && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429

/** Finds out why a handshake failed whose error names no status; undefined if it was no refusal. */
export type RefusalFinder = () => Promise<TransportError | undefined>

const refusal = (status: number): TransportError =>
  new TransportError(`the gateway refused the connection (HTTP ${status})`, 'refused', status)

/** The error of a refused handshake, whose status the package ws names in its message. */
export const namedRefusal = (message: string | undefined): TransportError | undefined => {
  const status = /^Unexpected server response: (\d{3})$/.exec(message ?? '')?.[1]
  return status === undefined ? undefined : refusal(Number(status))
}

/**
 * Asks over HTTP whether the gateway refuses the address, because browsers do not tell why a
 * WebSocket failed. Undefined if the gateway takes the key or does not answer.
 *
 * @param url of the client
 */
export const askForRefusal = async (url: string, post: HttpPost): Promise<TransportError | undefined> => {
  const address = url.replace(/^ws/, 'http').replace(/\/ws\/v3\/(?=[^/]*$)/, '/v3/')
  try {
    const { status, text } = await post(address, NOTIFICATION, AbortSignal.timeout(ASK_MS))
    const reply = readReply(parseMessage(text), text, {})
    // A proxy on the way may refuse with the same status, but without an error of the gateway.
    const isGateway = 'error' in reply && reply.error instanceof RpcError && reply.error.name !== 'node-error'
    const refused = refusal(status)
    return isGateway && isFinalRefusal(refused) ? refused : undefined
  } catch {
    return undefined
  }
}
