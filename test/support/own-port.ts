import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that a system gives to clients and for port 0: from 32768 on Linux, from 49152
 * elsewhere.
 */
const FIRST = 20_000
/** One for each worker of jest (scripts/test.mjs), one for processes without such a number. */
const PARTS = 4
const PORTS_OF_PART = 3_000

/** Random, because another run on this machine has the same parts. */
let next = randomInt(PORTS_OF_PART)

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return false
  }
  await new Promise((resolve) => server.close(resolve))
  return true
}

/**
 * Returns a port of 127.0.0.1 that no program listens on, for a test that names the port before it
 * listens, stops a node and starts it at the same address, or must be refused there. No other
 * worker of jest gets it, and no listener on port 0. A test file gets each port once.
 */
export const ownPort = async (): Promise<number> => {
  const first = FIRST + PORTS_OF_PART * (Number(process.env.JEST_WORKER_ID ?? 0) % PARTS)
  for (;;) {
    const port = first + (next++ % PORTS_OF_PART)
    if (await isFree(port)) return port
  }
}
