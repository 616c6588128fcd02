import { connect, type Socket } from 'node:net'
import type { Attack } from './kind.js'

/** A load over HTTP: each connection sends its next request when an answer has come. */
export interface HttpLoad {
  readonly connections: number
  /** Requests on the way at once over each connection; 1 when left out. */
  readonly pipelined?: number
  /** Milliseconds between an answer and the next request. */
  readonly pauseMs?: number
  /** The bytes of a request. */
  request(): Buffer
  /** Another listener than the public one. */
  readonly url?: string
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = '0\r\n\r\n'
const KEPT_BYTES = 1_024
const REOPEN_MS = 20

/** A request by POST. */
export const postRequest = (path: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const fields = Object.entries({ Host: 'gateway', 'Content-Length': `${bytes.length}`, ...headers })
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines}\r\n`), bytes])
}

/** The path of a key over HTTP. */
export const pathOf = ({ target }: Attack, key = target.keys[0]!): string => `${new URL(target.url).pathname}/v3/${key}`

/** The status, with the code of the first JSON-RPC error in `start`. */
export const labelOf = (status: string, start: string): string => {
  const code = /"code":\s*(-?\d+)/.exec(start)?.[1]
  return code === undefined ? status : `${status}:${code}`
}

/** Reads answers one after the other, with a length or in chunks, and labels each. */
const createReader = (onAnswer: (label: string) => void) => {
  let waiting: Buffer = Buffer.alloc(0)
  let current: { status: string; start: string; missing: number } | undefined
  const end = ({ status, start }: NonNullable<typeof current>) => {
    current = undefined
    onAnswer(labelOf(status, start))
  }
  /** Reads a head, if it has come whole. */
  const takeHead = (): boolean => {
    const at = waiting.indexOf(HEAD_END)
    if (at < 0) return false
    const head = waiting.toString('latin1', 0, at)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    const isChunked = /transfer-encoding: chunked/i.test(head)
    const missing = length === undefined ? (isChunked ? Number.POSITIVE_INFINITY : 0) : Number(length)
    current = { status: head.slice(9, 12), start: '', missing }
    waiting = waiting.subarray(at + HEAD_END.length)
    return true
  }
  const takeBody = (answer: NonNullable<typeof current>): boolean => {
    const taken = waiting.subarray(0, Math.min(waiting.length, answer.missing))
    if (answer.start.length < KEPT_BYTES) answer.start += taken.toString('latin1', 0, KEPT_BYTES)
    const tail = taken.toString('latin1', Math.max(0, taken.length - LAST_CHUNK.length))
    waiting = waiting.subarray(taken.length)
    answer.missing -= taken.length
    // In chunks: infinite less anything.
    if (answer.missing === Number.POSITIVE_INFINITY ? tail === LAST_CHUNK : answer.missing === 0) end(answer)
    return waiting.length > 0
  }
  return (chunk: Buffer): void => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    for (;;) {
      if (current === undefined && !takeHead()) return
      if (current !== undefined && !takeBody(current)) return
    }
  }
}

/** Keeps a connection until the attack ends; opens a new one when the gateway closes it. */
export const keepConnected = (attack: Attack, url: string, use: (socket: Socket) => void): void => {
  const { signal, count } = attack
  if (signal.aborted) return
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const destroy = () => socket.destroy()
  signal.addEventListener('abort', destroy)
  socket.on('error', () => {})
  socket.once('connect', () => use(socket))
  socket.once('close', () => {
    signal.removeEventListener('abort', destroy)
    if (signal.aborted) return
    count(socket.bytesRead === 0 ? 'reset' : 'closed')
    setTimeout(() => keepConnected(attack, url, use), REOPEN_MS)
  })
}

/** Time between two moments at which waiting requests end. */
const ENDS_EVERY_MS = 500

/**
 * Sends one request over each connection, all but its last byte. The last bytes of all connections
 * go out at the same moment, twice a second.
 */
export const endTogether = (attack: Attack, connections: number, request: Buffer): void => {
  const { signal, count, target } = attack
  const ready = new Set<Socket>()
  const run = (socket: Socket) => {
    const begin = () => {
      if (!socket.destroyed && !signal.aborted) socket.write(request.subarray(0, -1), () => ready.add(socket))
    }
    const read = createReader((label) => {
      count(label)
      begin()
    })
    socket.on('data', read)
    socket.once('close', () => ready.delete(socket))
    begin()
  }
  for (let at = 0; at < connections; at++) keepConnected(attack, target.url, run)
  const ends = setInterval(() => {
    for (const socket of ready) socket.write(request.subarray(-1))
    ready.clear()
  }, ENDS_EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(ends))
}

/** Asks over all connections as fast as the answers come. */
export const askForEver = (attack: Attack, load: HttpLoad): void => {
  const { signal, count, target } = attack
  const run = (socket: Socket) => {
    const send = () => {
      if (!socket.destroyed && !signal.aborted) socket.write(load.request())
    }
    const read = createReader((label) => {
      count(label)
      if (load.pauseMs === undefined) send()
      else setTimeout(send, load.pauseMs)
    })
    socket.on('data', read)
    for (let sent = 0; sent < (load.pipelined ?? 1); sent++) send()
  }
  for (let at = 0; at < load.connections; at++) keepConnected(attack, load.url ?? target.url, run)
}
