import { jest } from '@jest/globals'
import pg from 'pg'
import { PostgresConnection } from '../../../src/server/storage/postgres/postgres-connection.js'
import type { Store } from '../../../src/server/storage/store.js'
import { expectSoon } from '../../support/expect-soon.js'
import { faultyPostgres, SOON_MS, shortLimits } from '../../support/faulty-postgres.js'

const postgres = faultyPostgres()
const { open } = postgres

describe('a change of accounts', () => {
  const changed = (store: Store) => store.takeChange()
  test('is seen soon though the announcements were forgotten by the network', async () => {
    const [gateway, command] = [await open(postgres.network.through(postgres.url), shortLimits), await open()]
    // After a halt the gateway may just look for another connection.
    await expectSoon(() => postgres.network.forget((said) => said.includes('LISTEN')), 1)
    await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    await expectSoon(() => changed(gateway), true)
    // Announcements arrive again, too. Wanted leases are announced in no other way.
    const wanted: string[] = []
    gateway.leases.onCallBack((accountId) => wanted.push(accountId))
    await expectSoon(
      async () => {
        await command.leases.callBack('acc_1')
        return wanted[0]
      },
      'acc_1',
      SOON_MS,
    )
  })

  test('is supposed when the store was not heard for too long', async () => {
    const gateway = await open(postgres.network.through(postgres.url), shortLimits)
    await expectSoon(() => changed(gateway), false)
    postgres.network.lose()
    await expectSoon(() => changed(gateway), true, SOON_MS)
    postgres.network.heal()
    await expectSoon(() => changed(gateway), true, SOON_MS)
  })
})

test('the announcements of changes are checked again after a check that the server refused', async () => {
  const { ask } = PostgresConnection.prototype
  let checks = 0
  const spied = jest.spyOn(PostgresConnection.prototype, 'ask').mockImplementation(function (
    this: PostgresConnection,
    ...asked: Parameters<typeof ask>
  ) {
    if (asked[0] !== 'SELECT 1' || ++checks > 1) return ask.apply(this, asked)
    return Promise.reject(new pg.DatabaseError('canceling statement due to user request', 0, 'error'))
  } as typeof ask)
  try {
    await open(postgres.url, shortLimits)
    await expectSoon(() => checks > 2, true, SOON_MS)
  } finally {
    spied.mockRestore()
  }
})
