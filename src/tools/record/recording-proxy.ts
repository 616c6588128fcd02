import { lookup } from 'node:dns/promises'
import { createServer, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { type Listening, listenOn } from '../../runtime/listen-on.js'
import { onWebSocket, passOnRequest, passOnSocket } from './pass-on.js'
import { MAX_READ_BYTES, readMessages } from './read-messages.js'
import type { TrafficRecorder } from './traffic-recorder.js'

/**
 * Starts a server that passes requests and WebSockets on to the endpoint at `target`, byte by byte,
 * and shows the calls to the recorder. Host goes on, too, unless it is the recorder's own address.
 * Callers' addresses go on in X-Forwarded-For. Stops reading once the recorder is full. Callers get
 * 502 if the endpoint does not answer; `report` is called with each reason once.
 *
 * Errors  the port is taken; `target` is the address to listen on
 */
export const startRecordingProxy = async (
  target: URL,
  address: { readonly host: string; readonly port: number },
  recorder: TrafficRecorder,
  report: (line: string) => void,
): Promise<Listening> => {
  if (await isOwnAddress(target, address))
    throw new Error(`${target.origin} is where the recorder itself would listen: name the endpoint, or another --port`)
  const host = hostOf(target)
  const send = (request: IncomingMessage) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? [], request.socket.remoteAddress ?? []].flat().join(', ')
    return (target.protocol === 'https:' ? secureRequest : plainRequest)({
      // A new connection for each request, so that none turns out closed on reuse.
      agent: false,
      host,
      port: target.port,
      // RFC 6066, section 3: an address is no server name.
      servername: isIP(host) === 0 ? host : '',
      method: request.method,
      path: request.url,
      headers: {
        ...request.headers,
        ...(isHostOfRecorder(request) && { host: target.host }),
        'x-forwarded-for': forwarded,
      },
    })
  }
  const reported = new Set<string>()
  const explain = ({ message, code = message }: NodeJS.ErrnoException): string => {
    if (!reported.has(code)) report(`${target.origin} did not answer: ${code}; callers get 502`)
    reported.add(code)
    return `the endpoint did not answer: ${code}\n`
  }
  const server = createServer((request, response) => {
    if (request.method === 'POST' && !recorder.isFull) readBody(request, recorder)
    passOnRequest(request, response, send(request), (error) => {
      response.writeHead(502, { 'content-type': 'text/plain' }).end(explain(error))
    })
  })
  onWebSocket(server, (request, socket, head) => {
    // A compressed message could not be read.
    delete request.headers['sec-websocket-extensions']
    const onward = send(request)
    passOnSocket(socket, head, onward, (error) => {
      socket.end(`HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${explain(error)}`)
    })
    if (recorder.isFull) return
    const followed = recorder.follow()
    readMessages(socket, head, 'caller', (message) => {
      recorder.saw(message, followed)
      return !recorder.isFull
    })
    onward.on('upgrade', (_answer, further, first) =>
      readMessages(further, first, 'endpoint', (message) => {
        if (followed.isWaiting) followed.saw(message)
        return !recorder.hasAllEvents
      }),
    )
  })
  return listenOn(server, address)
}

/**
 * True if Host is an address with the recorder's port: an endpoint with virtual hosts would refuse
 * it. A name may be that of a network of the gateway behind.
 */
const isHostOfRecorder = ({ headers: { host }, socket }: IncomingMessage): boolean => {
  const address = `http://${host}`
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (Number(url.port || 80) !== socket.localPort) return false
  return url.hostname === 'localhost' || isIP(hostOf(url)) !== 0
}

/** The host of an address, without the brackets around IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const readBody = (request: IncomingMessage, recorder: TrafficRecorder): void => {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_READ_BYTES) chunks.push(chunk)
    else chunks.length = 0
  })
  request.on('end', () => {
    const body = bytes <= MAX_READ_BYTES ? unpacked(Buffer.concat(chunks), request) : undefined
    if (body === undefined) recorder.leaveOut()
    else recorder.saw(body.toString())
  })
}

/** A body without its gzip; undefined if it is too long, no gzip, or has another encoding. */
const unpacked = (body: Buffer, { headers }: IncomingMessage): Buffer | undefined => {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (/^identity$/i.test(encoding)) return body
  if (!/^(x-)?gzip$/i.test(encoding)) return undefined
  try {
    return gunzipSync(body, { maxOutputLength: MAX_READ_BYTES })
  } catch {
    return undefined
  }
}

const EVERY_INTERFACE = /^(0\.0\.0\.0|::)$/
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * True if a server that listens on `address` would be what answers at `target`: it would pass each
 * call on to itself, without an end.
 */
const isOwnAddress = async (
  target: URL,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<boolean> => {
  if (Number(target.port || PORTS[target.protocol]) !== port) return false
  const own = EVERY_INTERFACE.test(host) ? localAddresses() : await addressesOf(host)
  const called = await addressesOf(hostOf(target))
  return called.some((address) => own.includes(address) || EVERY_INTERFACE.test(address))
}

/** The addresses of a host; none if it is unknown, which calls or the listener report. */
const addressesOf = async (host: string): Promise<readonly string[]> => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

const localAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
