import dns from 'node:dns'
import { jest } from '@jest/globals'
import { PostgresConnection, usualTimeLimits } from '../../../src/server/storage/postgres/postgres-connection.js'
import { postJson } from '../../../src/server/telemetry/post.js'
import { expectSoon } from '../../support/expect-soon.js'

/** The number of look-ups after five actions, while the name servers are silent. */
const lookUpsOf = async (begin: () => Promise<unknown>): Promise<number> => {
  const asked = jest.spyOn(dns, 'lookup').mockImplementation((() => {}) as never)
  try {
    for (let count = 0; count < 5; count++) void begin().catch(() => {})
    await expectSoon(() => asked.mock.calls.length > 0, true)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return asked.mock.calls.length
  } finally {
    asked.mockRestore()
  }
}

test('connections to one PostgreSQL share their look-up', async () => {
  const opened: PostgresConnection[] = []
  const open = () => {
    const connection = new PostgresConnection('postgres://u@store.test/db', usualTimeLimits)
    opened.push(connection)
    return connection.connect()
  }
  expect(await lookUpsOf(open)).toBe(1)
  for (const connection of opened) connection.abandon(new Error('the test is over'))
})

test('posts to one host share their look-up', async () => {
  const end = new AbortController()
  const request = { url: 'http://collector.test/', headers: {}, body: '{}', timeoutMs: 5_000, signal: end.signal }
  expect(await lookUpsOf(() => postJson(request))).toBe(1)
  end.abort()
})
