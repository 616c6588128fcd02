import type { Config } from '../config/config.js'
import { freePort } from './free-port.js'

const MAX_TRIES = 5

/**
 * Starts workers with the port they listen on. Port 0 is made a free one here, and another when
 * another program took it first: left to the first worker it would be a new one after a moment
 * without any, and the gateway would not be where it said.
 */
export const onChosenPort = async <Started>(
  { host, port }: Config['listen'],
  start: (port: number) => Promise<Started>,
): Promise<Started> => {
  if (port !== 0) return start(port)
  for (let tries = 1; ; tries++) {
    try {
      return await start(await freePort(host))
    } catch (error) {
      if (tries === MAX_TRIES || !(error as Error).message.includes('EADDRINUSE')) throw error
    }
  }
}
