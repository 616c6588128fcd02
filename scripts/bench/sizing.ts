import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dayOf } from '../../src/server/credits/day.js'
import type { ChargeRow } from '../../src/server/credits/usage/usage-store.js'
import { openPostgres } from '../../src/server/storage/postgres/open.js'
import { startBenchGateway } from './gateway.js'
import { residentMiB } from './process.js'

/**
 * Measures figures for the choice of a machine besides those of `npm run bench`: the size of the
 * PostgreSQL database, and the memory of a connection.
 *
 * Usage  npm run bench:sizing -- postgres://…, an empty database that may be thrown away
 */
const ACCOUNTS = 200
const METHODS = 10
const HOURS = 24
const EXCHANGES = 500
const CONNECTIONS = 4_000
const SETTLE_MS = 2_000

const day = dayOf(Date.now())
const charge = (account: number, method: number, hour: number): ChargeRow => ({
  accountId: `acc_${String(account).padStart(17, '0')}`,
  keyId: `key_${String(account).padStart(17, '0')}`,
  day,
  hour,
  network: 'ethereum-mainnet',
  method: `eth_getSomething${method}`,
  calls: 1_000,
  credits: 80_000,
  errors: 1,
  forwarded: 0,
  cached: 10,
})

const measureStore = async (address: string): Promise<string[]> => {
  const store = await openPostgres(address, { clock: Date.now })
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const sizeOf = async (table: string): Promise<number> =>
    Number((await client.query(`SELECT pg_total_relation_size('${table}') AS size`)).rows[0].size)
  const walAt = async (): Promise<number> =>
    Number((await client.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS at")).rows[0].at)
  const emptyBytes = await sizeOf('usage')
  for (let account = 0; account < ACCOUNTS; account++)
    await store.usage.write(
      Array.from({ length: METHODS * HOURS }, (_, index) =>
        charge(account, index % METHODS, Math.floor(index / METHODS)),
      ),
    )
  const usageBytes = ((await sizeOf('usage')) - emptyBytes) / (ACCOUNTS * METHODS * HOURS)
  const leases = store.leases!
  await leases.begin('sizing')
  const startWal = await walAt()
  for (let line = 0; line < EXCHANGES; line++) {
    const rows = [charge(line % 10, 0, 0)]
    const { accountId } = rows[0]!
    const ask = { accountId, scope: '', day, keep: 0, want: 0, least: 0, limit: Number.MAX_SAFE_INTEGER }
    await leases.exchange({ processId: 'sizing', fromLine: line, toLine: line + 1, rows, asks: [ask] })
  }
  const walBytes = ((await walAt()) - startWal) / EXCHANGES
  await leases.end('sizing', [])
  await client.end()
  await store.close()
  return [
    `a row of usage (an hour of one key, network and method; indexes included): ${usageBytes.toFixed(0)} bytes`,
    `write-ahead log of an exchange that settles one account: ${(walBytes / 1_024).toFixed(1)} KiB`,
  ]
}

const request = 'POST /eth/v3/none HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}'

const measureConnections = async (): Promise<string[]> => {
  const gateway = await startBenchGateway({ upstreamPort: 1 })
  const sockets: Socket[] = []
  try {
    await sleep(SETTLE_MS)
    const before = residentMiB(gateway.pid)
    for (let index = 0; index < CONNECTIONS; index++) {
      const socket = connect(gateway.port, '127.0.0.1')
      sockets.push(socket)
      await new Promise((resolve, reject) => {
        socket.once('error', reject)
        socket.once('data', resolve)
        socket.write(request)
      })
    }
    await sleep(SETTLE_MS)
    const each = ((residentMiB(gateway.pid) - before) * 1_024) / CONNECTIONS
    return [`an idle HTTP connection that was used once: ${each.toFixed(1)} KiB (of ${CONNECTIONS})`]
  } finally {
    for (const socket of sockets) socket.destroy()
    await gateway.stop()
  }
}

const address = process.argv[2]
for (const line of await measureConnections()) console.log(line)
if (address === undefined) console.log('PostgreSQL: not measured, give the address of an empty database')
else for (const line of await measureStore(address)) console.log(line)
