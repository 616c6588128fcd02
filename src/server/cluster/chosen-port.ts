import type { Config } from '../config/config.js'
import { freePort } from './free-port.js'

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
      return await start(await freePort(host))
    } catch (error) {
      if (tries === MAX_TRIES || !(error as Error).message.includes('EADDRINUSE')) throw error
    }
  }
}
