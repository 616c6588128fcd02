import { connect, type Socket, type SocketConstructorOpts } from 'node:net'

/** An HTTP answer as it stood on the wire; header names are lower-case. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A TCP connection for requests that no HTTP client would send. Bytes are latin1 text. */
export interface RawConnection {
  readonly socket: Socket
  write(text: string | Buffer): void
  /** Everything received so far. */
  readonly received: string
  /** Everything received until the server closed the connection. */
  readonly ended: Promise<string>
  /** Waits until `pattern` was received. */
  until(pattern: RegExp): Promise<string>
}

/** Connects to the host and port of a URL. */
export const rawConnection = (url: string, options: SocketConstructorOpts = {}): RawConnection => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, ...options })
  let received = ''
  let wake: (() => void) | undefined
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake?.()
  })
  socket.on('close', () => wake?.())
  return {
    socket,
    ended,
    get received() {
      return received
    },
    write: (text) => void socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text),
    until: async (pattern) => {
      while (!pattern.test(received)) {
        if (socket.closed) throw new Error(`closed before ${pattern}: ${received.slice(0, 500)}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return received
    },
  }
}

/** Sends bytes and reads the one answer that ends the connection. */
export const rawRequest = async (url: string, text: string | Buffer): Promise<RawAnswer> => {
  const connection = rawConnection(url)
  connection.write(text)
  return parseAnswer(await connection.ended)
}

/** Takes one answer with a Content-Length apart. */
export const parseAnswer = (wire: string): RawAnswer => {
  const end = wire.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = wire.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, text: wire.slice(end + 4) }
}
