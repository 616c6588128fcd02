import Database from 'libsql'
import { enginePlaces } from '../../support/postgres-place.js'
import { StorePlace } from '../../support/store-place.js'

describe.each(enginePlaces)('the secret of ids in %s', (_, createPlace) => {
  const place = createPlace()

  test('is the first one, for every process and after a restart', async () => {
    const [one, other] = [await place.open(), await place.open()]
    const [first, second] = await Promise.all([one.stateSecret('first'), other.stateSecret('second')])
    expect(['first', 'second']).toContain(first)
    expect(second).toBe(first)
    expect(await (await place.open()).stateSecret('third')).toBe(first)
  })

  test('is not the one of challenges', async () => {
    const store = await place.open()
    expect([await store.stateSecret('ids'), await store.passkeys.challengeKey('challenges')]).toEqual([
      'ids',
      'challenges',
    ])
    expect(await store.passkeys.challengeKey('later')).toBe('challenges')
  })
})

describe('a SQLite file that another program locks', () => {
  const place = new StorePlace()

  test('keeps no secret now, and one of a later start', async () => {
    const store = place.store()
    store.lock()
    const other = new Database(place.path)
    other.exec('BEGIN IMMEDIATE')
    expect(await store.stateSecret('of this start')).toBe('of this start')
    other.exec('COMMIT')
    other.close()
    expect(await store.stateSecret('kept')).toBe('kept')
    expect(await store.stateSecret('later')).toBe('kept')
  })
})
