import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends a request for a missing path on each socket; resolves when all are answered. */
export const askForNothing = (sockets: readonly Socket[]) =>
  Promise.all(
    sockets.map(async (socket) => {
      socket.write('GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
    }),
  )

/** Many connections to a listener, which end after each test of the file. */
export const crowdOfSockets = () => {
  const crowd: Socket[] = []
  /** Connects `count` sockets that send nothing; resolves when the system has connected them. */
  const connectCrowd = async (url: string, count: number, localAddress?: string): Promise<Socket[]> => {
    const { hostname, port } = new URL(url)
    const sockets = Array.from({ length: count }, () =>
      connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) }),
    )
    crowd.push(...sockets)
    await Promise.all(
      sockets.map((socket) =>
        once(
          socket.on('error', () => {}),
          'connect',
        ),
      ),
    )
    return sockets
  }
  const endCrowd = () => {
    for (const socket of crowd.splice(0)) socket.destroy()
  }
  afterEach(endCrowd)
  /**
   * Connects `count` sockets that send a request for a missing path at once. A busy machine may
   * connect a thousand in more time than a connection has for its first request.
   */
  const answerCrowd = (url: string, count: number) => {
    const { hostname, port } = new URL(url)
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => {}))
    crowd.push(...sockets)
    return askForNothing(sockets)
  }
  return { crowd, connectCrowd, answerCrowd, endCrowd }
}
