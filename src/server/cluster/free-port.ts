import { once } from 'node:events'
import { createServer } from 'node:net'

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
