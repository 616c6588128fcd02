import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { Attack } from './kind.js'

const REOPEN_MS = 20

/** A load over WebSockets: each sends its next message when an answer has come. */
export interface SocketLoad {
  readonly connections: number
  /** Messages on the way at once over each. */
  readonly inFlight: number
  message(): string
}

/** The address of a key's WebSocket. */
export const socketUrlOf = ({ target }: Attack, key = target.keys[0]!): string =>
  `${target.url.replace(/^http/, 'ws')}/ws/v3/${key}`

/** Keeps a WebSocket until the attack ends; opens a new one when the gateway closes it. */
export const keepOpen = (attack: Attack, use: (socket: WebSocket) => void): void => {
  const { signal, count } = attack
  if (signal.aborted) return
  const socket = new WebSocket(socketUrlOf(attack), { perMessageDeflate: false })
  const end = () => socket.terminate()
  signal.addEventListener('abort', end)
  socket.on('error', () => {})
  socket.on('open', () => use(socket))
  socket.on('unexpected-response', (_request, { statusCode }) => count(`${statusCode}`))
  socket.on('close', (code, reason) => {
    signal.removeEventListener('abort', end)
    if (signal.aborted) return
    count(`closed ${code} ${reason}`.trim())
    setTimeout(() => keepOpen(attack, use), REOPEN_MS)
  })
}

/** The TCP connection under a WebSocket. */
export const transportOf = (socket: WebSocket): Socket => (socket as unknown as { readonly _socket: Socket })._socket

/** Sends messages as fast as the answers come. */
export const sendForEver = (attack: Attack, load: SocketLoad): void => {
  const run = (socket: WebSocket) => {
    const send = () => {
      if (socket.readyState === WebSocket.OPEN && !attack.signal.aborted) socket.send(load.message())
    }
    socket.on('message', (data: Buffer) => {
      const code = /"code":\s*(-?\d+)/.exec(data.toString('latin1', 0, 1_024))?.[1]
      attack.count(code === undefined ? 'result' : `error:${code}`)
      send()
    })
    for (let sent = 0; sent < load.inFlight; sent++) send()
  }
  for (let at = 0; at < load.connections; at++) keepOpen(attack, run)
}
