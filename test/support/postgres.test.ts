import pg from 'pg'
import { startPostgres } from './postgres.js'

test('PostgreSQL starts, keeps its data over a kill, and leaves with the test', async () => {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase('one')
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  try {
    await ask('CREATE TABLE t AS SELECT 7 AS n')
    await postgres.kill()
    await expect(ask('SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
    await postgres.start()
    expect(await ask('SELECT n FROM t')).toEqual([{ n: 7 }])
  } finally {
    await postgres.stop()
  }
  await expect(ask('SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
})
