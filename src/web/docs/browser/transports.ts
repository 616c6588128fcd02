export interface TriedCall {
  /** Over HTTP only. */
  readonly status?: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  readonly bytes: number
  readonly timeMs: number
}

/** Longer than the gateway gives any call. */
const PATIENT_MS = 60_000

/** Sends a request by POST. Errors: rejects if no reply comes. */
export const callHttp = async (address: string, request: string): Promise<TriedCall> => {
  const startedMs = performance.now()
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: request,
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENT_MS),
  })
  const bytes = await reply.arrayBuffer()
  const timeMs = performance.now() - startedMs
  return { status: reply.status, headers: [...reply.headers], body: decode(bytes), bytes: bytes.byteLength, timeMs }
}

/** Decodes UTF-8 and keeps a byte order mark. */
const decode = (bytes: ArrayBuffer): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Sends a request over a new WebSocket. Errors: rejects if it closes before an answer. */
export const callWebSocket = (address: string, request: string): Promise<TriedCall> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    let startedMs = performance.now()
    const timer = setTimeout(() => socket.close(), PATIENT_MS)
    socket.onopen = () => {
      startedMs = performance.now()
      socket.send(request)
    }
    socket.onmessage = ({ data }) => {
      const body = String(data)
      const timeMs = performance.now() - startedMs
      resolve({ headers: [], body, bytes: new TextEncoder().encode(body).length, timeMs })
      socket.close()
    }
    socket.onclose = ({ code, reason }) => {
      clearTimeout(timer)
      reject(
        new Error(
          `The connection closed without an answer (${code}${reason === '' ? '' : ` ${reason}`}). A browser does not say why; over HTTP the gateway does.`,
        ),
      )
    }
  })
