import pg from 'pg'

const RETRY_MS = 200
const WANTED = 'tollgate_wanted'

/** Hears what other processes announce through PostgreSQL; connects again by itself. */
export interface Listener {
  /** Whether accounts or keys may have changed since this was last asked. After a lost connection everything may have. */
  changed(): boolean
  /** Calls back with the id of an account whose unused leases another process needs. */
  onWanted(listen: (accountId: string) => void): void
  close(): Promise<void>
}

/** Errors  rejects when the first connection fails; later ones are tried every 200 ms until they succeed. */
export const listenTo = async (connectionString: string): Promise<Listener> => {
  let hasChanged = false
  let isClosed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let wanted: (accountId: string) => void = () => {}

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', ({ channel, payload }) => {
      if (channel === WANTED) wanted(payload ?? '')
      else hasChanged = true
    })
    await next.connect()
    await next.query(`LISTEN tollgate_accounts; LISTEN ${WANTED}`)
    client = next
    hasChanged = true
    if (isClosed) await next.end()
  }
  const lost = (which: pg.Client) => {
    if (client !== which) return
    client = undefined
    retry()
  }
  const retry = () => {
    if (isClosed) return
    timer = setTimeout(() => connect().catch(retry), RETRY_MS)
  }

  await connect()
  hasChanged = false
  return {
    changed: () => {
      const answer = hasChanged
      hasChanged = false
      return answer
    },
    onWanted: (listen) => {
      wanted = listen
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
