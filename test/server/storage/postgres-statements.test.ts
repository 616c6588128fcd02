import { jest } from '@jest/globals'
import type { LeaseExchange } from '../../../src/server/credits/leases/lease-store.js'
import { PostgresConnection } from '../../../src/server/storage/postgres/postgres-connection.js'
import { askFor, faultyPostgres, leasing } from '../../support/faulty-postgres.js'
import { aCharge } from '../../support/store-place.js'

const { open } = faultyPostgres()

/** An exchange that settles a charge and asks for more, of the account and perhaps of its key. */
const charging = (scopes: readonly string[]): LeaseExchange => ({
  ...leasing,
  toLine: 1,
  rows: [aCharge()],
  asks: scopes.map((scope) => ({ ...askFor('acc_1', 45, 100), scope })),
})

test.each([[['']], [['', 'key_1']]])('an exchange of known leases %j takes seven round trips', async (scopes) => {
  const { leases } = await open()
  await leases.begin('p')
  await leases.exchange({ ...leasing, asks: scopes.map((scope) => ({ ...askFor('acc_1', 0, 300), scope })) })
  const ask = jest.spyOn(PostgresConnection.prototype, 'ask')
  const grants = await leases.exchange(charging(scopes))
  const texts = ask.mock.calls.map(([text]) => text).filter((text) => !text.includes('account_changes'))
  ask.mockRestore()
  expect(grants[0]).toMatchObject({ granted: 100, used: 255 })
  expect(texts.length).toBeLessThanOrEqual(7)
})
