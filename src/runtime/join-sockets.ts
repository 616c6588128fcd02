import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Joins a caller's WebSocket with one that is being opened to where it is passed on, byte by byte. */
export const joinSockets = (onward: ClientRequest, socket: Duplex, head: Buffer): void => {
  const lines = (answer: IncomingMessage): string => {
    const fields = answer.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
    )
    return [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, ...fields, '', ''].join('\r\n')
  }
  socket.on('error', () => onward.destroy())
  onward.on('error', () => socket.destroy())
  onward.on('response', (answer) => {
    socket.write(lines(answer))
    answer.pipe(socket)
  })
  onward.on('upgrade', (answer, gateway, first) => {
    socket.write(lines(answer))
    if (first.length > 0) socket.write(first)
    if (head.length > 0) gateway.write(head)
    gateway.on('error', () => socket.destroy())
    socket.on('close', () => gateway.destroy())
    gateway.on('close', () => socket.destroy())
    gateway.pipe(socket).pipe(gateway)
  })
  onward.end()
}
