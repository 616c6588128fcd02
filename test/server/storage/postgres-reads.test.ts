import pg from 'pg'
import { PostgresPlace } from '../../support/postgres-place.js'

const place = new PostgresPlace()

test('reads of operations that wait leave calls their connections', async () => {
  const store = await place.open()
  const locker = new pg.Client(place.url)
  await locker.connect()
  try {
    await locker.query('BEGIN; LOCK TABLE forwarded IN ACCESS EXCLUSIVE MODE')
    let areOver = false
    const reads = Array.from({ length: 20 }, () => store.usage.forwarded({ accountId: 'acc_1', limit: 10 }))
    const read = Promise.all(reads).finally(() => (areOver = true))
    await store.leases!.begin('p')
    const ask = { accountId: 'acc_2', scope: '', day: '2026-11-21', keep: 0, want: 10, least: 1, limit: 100 }
    const exchange = { processId: 'p', fromLine: 0, toLine: 0, rows: [], asks: [ask] }
    expect(await store.leases!.exchange(exchange)).toMatchObject([{ granted: 10 }])
    expect(await store.accounts.findByKeyHash('none')).toBeUndefined()
    expect(areOver).toBe(false)
    await locker.query('COMMIT')
    await read
  } finally {
    await locker.end()
  }
})
