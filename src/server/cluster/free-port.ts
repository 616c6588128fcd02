import { once } from 'node:events'
import { createServer } from 'node:net'
import { asListener } from '../../runtime/listen-on.js'
import type { Config } from '../config/config.js'

/**
 * A port that no program listens on now; prefer port 0 if the listener can report its port. Errors:
 * the host cannot be listened on.
 */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const MAX_TRIES = 5

/**
 * Starts workers with their port. Port 0 becomes a free port here, and another one if a program
 * took it first. The first worker must not choose: its successor would choose again, and the
 * gateway's port would change.
 */
export const onChosenPort = async <Started>(
  { host, port }: Pick<Config['listen'], 'host' | 'port'>,
  start: (port: number) => Promise<Started>,
): Promise<Started> => {
  if (port !== 0) return start(port)
  for (let tries = 1; ; tries++) {
    try {
      return await start(await asListener('listen', freePort(host)))
    } catch (error) {
      if (tries === MAX_TRIES || !(error as Error).message.includes('EADDRINUSE')) throw error
    }
  }
}
