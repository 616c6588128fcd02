import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Lower than the ports that a system chooses, for port 0 and for clients: Linux begins at 32768,
 * others at 49152.
 */
const FIRST = 20_000
/** One for each worker of jest (scripts/test.mjs), and one for a process without a number. */
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
 * Returns a port of 127.0.0.1 for a test that needs one before anybody listens there, or while
 * nobody does: to start a program, to start it again at its address, to be refused. No other worker
 * of jest gets it, nor does who listens on port 0, and a test file gets each port once.
 */
export const ownPort = async (): Promise<number> => {
  const first = FIRST + PORTS_OF_PART * (Number(process.env.JEST_WORKER_ID ?? 0) % PARTS)
  for (;;) {
    const port = first + (next++ % PORTS_OF_PART)
    if (await isFree(port)) return port
  }
}
