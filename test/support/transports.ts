import { setTimeout as wait } from 'node:timers/promises'
import { createHttpTransport } from '../../src/server/upstreams/transport/http-transport.js'
import type { UpstreamTransport } from '../../src/server/upstreams/transport/transport.js'
import { type RawCall, type RawNode, startRawNode } from './raw-node.js'
import { createUndiciTransport } from './undici-transport.js'

/** Makes a transport that has at most `most` connections to a URL. */
type CreateTransport = (url: string, most: number) => UpstreamTransport

/** Our transport, and undici's to compare it with. */
export const transports: readonly [name: string, create: CreateTransport][] = [
  ['tollgate', (url, most) => createHttpTransport(url, { maxConnections: most, maxWaiting: 100 })],
  ['undici', createUndiciTransport],
]

export const OK = 'HTTP/1.1 200 OK\r\n'
export const withLength = (body: string, fields = '') =>
  `${OK}${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** The node's path and host, and the most connections of the transport. */
export interface StartOptions {
  readonly path?: string
  readonly most?: number
  readonly host?: string
}

/** Starts a raw node, and makes a transport to it. */
export const startTransport = async (
  create: CreateTransport,
  answer: (call: RawCall) => void,
  { path = '', most = 8, host = '127.0.0.1' }: StartOptions = {},
) => {
  const node = await startRawNode(answer, { host })
  return { node, transport: create(`http://${host.includes(':') ? `[${host}]` : host}:${node.port}${path}`, most) }
}

/** Answers every call with the same bytes. */
export const answerBytes =
  (wire: readonly (string | Buffer)[]) =>
  ({ socket }: RawCall): void => {
    for (const part of wire) socket.write(part)
  }

/** Waits until the client has closed every connection, or the test's time is over. */
export const untilAllClosed = async ({ sockets }: RawNode): Promise<void> => {
  while (!sockets.every((socket) => socket.closed || socket.destroyed || socket.readableEnded)) await wait(5)
}

/** Stops the node and the transport, if the test started them. */
export const stopTransport = async (node: RawNode | undefined, transport: UpstreamTransport | undefined) => {
  await node?.stop()
  await Promise.race([transport?.close().catch(() => {}), wait(500)])
}
