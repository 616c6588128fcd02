/** The subscription of a connection: a method, its params as JSON, and the method that ends it. */
export interface StreamRequest {
  readonly address: string
  readonly method: string
  readonly params: string
  readonly unsubscribe: string
  readonly notification: string
}

export interface StreamEvents {
  /** The gateway's answer; a refusal ends the connection. */
  readonly replied: (text: string, isRefused: boolean) => void
  readonly event: (text: string, result: unknown) => void
  /** The last thing that happens, whoever closes. */
  readonly closed: (closing: { readonly code: number; readonly reason: string }, hasOpened: boolean) => void
}

const SUBSCRIBE_ID = 1
const UNSUBSCRIBE_ID = 2
/** For the reply to the unsubscription. */
const END_MS = 5_000

interface Frame {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly error?: unknown
  readonly params?: { readonly result?: unknown }
}

/** A WebSocket with one subscription. */
export class StreamConnection {
  private readonly socket: WebSocket
  private subscription: unknown
  private hasOpened = false
  private isEnding = false

  constructor(
    private readonly request: StreamRequest,
    private readonly events: StreamEvents,
  ) {
    this.socket = new WebSocket(request.address)
    this.socket.onopen = () => {
      this.hasOpened = true
      const { method, params } = request
      this.send(`{"jsonrpc":"2.0","id":${SUBSCRIBE_ID},"method":${JSON.stringify(method)},"params":${params}}`)
    }
    this.socket.onmessage = ({ data }) => this.read(String(data))
    this.socket.onclose = (closing) => events.closed(closing, this.hasOpened)
  }

  /** Ends the subscription, and closes after the reply: what was paid for still arrives. */
  end(): void {
    if (this.isEnding) return
    this.isEnding = true
    if (this.subscription === undefined || this.socket.readyState !== WebSocket.OPEN) {
      this.socket.close()
      return
    }
    const params = JSON.stringify([this.subscription])
    this.send(
      `{"jsonrpc":"2.0","id":${UNSUBSCRIBE_ID},"method":${JSON.stringify(this.request.unsubscribe)},"params":${params}}`,
    )
    setTimeout(() => this.socket.close(), END_MS)
  }

  private send(text: string): void {
    this.socket.send(text)
  }

  private read(text: string): void {
    const frame = JSON.parse(text) as Frame
    if (frame.method === this.request.notification) {
      this.events.event(text, frame.params?.result)
      return
    }
    if (frame.id === UNSUBSCRIBE_ID) {
      this.socket.close()
      return
    }
    const isRefused = frame.error !== undefined
    this.subscription = frame.result
    this.events.replied(text, isRefused)
    if (isRefused) this.socket.close()
  }
}
