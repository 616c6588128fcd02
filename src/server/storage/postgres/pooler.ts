import { orAfter } from '../../../runtime/time-limit.js'
import { PostgresConnection, type TimeLimits } from './postgres-connection.js'

const CHANNEL = 'tollgate_pooler'

/** The pooler in front of PostgreSQL does not keep sessions. */
class UnfitPooler extends Error {
  constructor() {
    super(
      'the pooler before PostgreSQL gives each transaction another connection (transaction mode), which loses announcements and session settings: use session mode (PgBouncer: pool_mode = session), or PostgreSQL itself',
    )
  }
}

/**
 * Refuses a pooler that does not keep a session: it would lose LISTEN, which calls leases back, and
 * SET, which makes commits durable. If the session's process id is not the server's, there is a
 * pooler; then this tests whether an announcement arrives.
 *
 * Errors  UnfitPooler; those of a connection
 */
export const refuseTransactionMode = async (address: string, limits: TimeLimits): Promise<void> => {
  const opened: PostgresConnection[] = []
  const open = async () => {
    const connection = new PostgresConnection(address, limits)
    opened.push(connection)
    await connection.connect()
    return connection
  }
  try {
    const listening = await open()
    const { rows } = await listening.ask<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    if ((listening as unknown as { processID: number }).processID === rows[0]?.pid) return
    const heard = new Promise<boolean>((resolve) => {
      listening.on('notification', ({ channel }) => channel === CHANNEL && resolve(true))
    })
    await listening.ask(`LISTEN ${CHANNEL}`)
    const other = await open()
    await other.ask(`NOTIFY ${CHANNEL}`)
    if (!(await orAfter(heard, limits.pollLimitMs, false))) throw new UnfitPooler()
  } finally {
    for (const connection of opened) connection.abandon(new Error('the check of the pooler is over'))
  }
}
