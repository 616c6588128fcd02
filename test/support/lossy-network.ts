import { connect, createServer, type Server, type Socket } from 'node:net'

/** A network in front of a server. It can lose packets without an error at either end. */
export interface LossyNetwork {
  readonly port: number
  /** The address of a store, reached through this network. */
  through(url: string): string
  /** From now on loses everything that is sent, also over new connections. */
  lose(): void
  /**
   * Loses everything sent over the open connections (or those that `isMeant` chooses), even after
   * `heal`. New connections work. Returns the number of connections that are dead from now on.
   */
  forget(isMeant?: (firstBytes: string) => boolean): number
  /**
   * Loses everything on the connection that sends `text` next, even after `heal`. The text itself
   * reaches the server.
   */
  forgetAfter(text: string): void
  /** New connections work again; those that lost packets stay dead. */
  heal(): void
  stop(): Promise<void>
}

interface Line {
  readonly ends: readonly [Socket, Socket]
  isDead: boolean
  /** The first characters sent to the server, which show what a connection is for. */
  said: string
}

const KEPT_CHARACTERS = 4_096

/** Starts a network before a server on a port of 127.0.0.1. */
export const startLossyNetwork = async (targetPort: number): Promise<LossyNetwork> => {
  const lines = new Set<Line>()
  let isLossy = false
  let fatal: string | undefined
  const server: Server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    const line: Line = { ends: [near, far], isDead: isLossy, said: '' }
    lines.add(line)
    const pass = (from: Socket, to: Socket) => {
      from.setNoDelay(true)
      from.on('error', () => from.destroy())
      from.on('data', (bytes) => {
        if (from === near && line.said.length < KEPT_CHARACTERS) line.said += bytes.toString('latin1')
        if (!line.isDead) to.write(bytes)
        if (from === near && fatal !== undefined && bytes.toString('latin1').toLowerCase().includes(fatal)) {
          fatal = undefined
          line.isDead = true
        }
      })
      // On a dead connection, the close of one end does not reach the other end either.
      from.on('close', () => {
        if (!line.isDead) to.destroy()
        if (near.destroyed && far.destroyed) lines.delete(line)
      })
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const forget = (isMeant: (said: string) => boolean = () => true): number => {
    let count = 0
    for (const line of lines) {
      if (line.isDead || !isMeant(line.said)) continue
      line.isDead = true
      count++
    }
    return count
  }
  return {
    port,
    through: (url) => {
      const changed = new URL(url)
      changed.port = String(port)
      return changed.href
    },
    lose: () => {
      isLossy = true
      forget()
    },
    forget,
    forgetAfter: (text) => {
      fatal = text.toLowerCase()
    },
    heal: () => {
      isLossy = false
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const { ends } of lines) for (const end of ends) end.destroy()
      await closed
    },
  }
}
