import { PostgresConnection, type TimeLimits } from './postgres-connection.js'

const RETRY_MS = 200
const CALLED_BACK = 'tollgate_wanted'

export interface Heard {
  /**
   * Accounts or keys may have changed. Also called after every connect, because announcements may
   * have been missed.
   */
  changed(): void
  /** Another process needs the unused leases of this account. */
  calledBack(accountId: string): void
}

/** Receives announcements of other processes, and reconnects when needed. */
export interface Listener {
  close(): Promise<void>
}

/**
 * Listens on a separate connection and checks it regularly, because a network may drop an idle
 * connection without a sign to either end.
 *
 * Errors  rejects if the first connection fails; later ones are retried every 200 ms
 */
export const listenTo = async (address: string, limits: TimeLimits, heard: Heard): Promise<Listener> => {
  let isClosed = false
  let connection: PostgresConnection | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new PostgresConnection(address, limits)
    connection = next
    next.on('notification', ({ channel, payload }) => {
      if (channel === CALLED_BACK) heard.calledBack(payload ?? '')
      else heard.changed()
    })
    try {
      await next.connect()
      await next.prepare()
      await next.ask(`LISTEN tollgate_accounts; LISTEN ${CALLED_BACK}`, undefined, limits.pollLimitMs)
    } catch (error) {
      next.abandon(error as Error)
      throw error
    }
    heard.changed()
    again(beat, limits.beatEveryMs)
    next.on('end', retry)
    if (next.failure !== undefined) retry()
  }
  /** A notification arrives before the answer to a later query. */
  const beat = async (): Promise<void> => {
    try {
      await connection?.ask('SELECT 1', undefined, limits.pollLimitMs)
      again(beat, limits.beatEveryMs)
    } catch (error) {
      // Also after a refused statement, which leaves the connection usable: `end` follows.
      connection?.abandon(error as Error)
    }
  }
  const again = (action: () => Promise<void>, afterMs: number): void => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(action, afterMs)
  }
  const retry = (): void => again(() => connect().catch(retry), RETRY_MS)

  await connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      connection?.abandon(new Error('the store is closed'))
    },
  }
}
