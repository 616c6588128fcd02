import { enginePlaces } from '../../support/postgres-place.js'
import { aCharge, StorePlace } from '../../support/store-place.js'
import { keyUseLaws, usageLaws } from './laws/usage-laws.js'

describe.each(enginePlaces)('on %s', (_, placeOf) => {
  const place = placeOf()
  describe('usage', () => usageLaws(place))
  describe('the last use of keys', () => keyUseLaws(place))
})

describe('a change', () => {
  const { store } = new StorePlace()

  test('of accounts is seen once, whichever process makes it', async () => {
    const gateway = store()
    const command = store()
    expect(gateway.takeChange()).toBe(false)
    await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    expect([gateway.takeChange(), gateway.takeChange()]).toEqual([true, false])
    await gateway.accounts.createAccount({ name: 'Bob', plan: 'core', isFailoverOn: false })
    expect([gateway.takeChange(), gateway.takeChange()]).toEqual([true, false])
  })

  test('is not what charges are, however many', async () => {
    const { usage, takeChange } = store()
    for (let hour = 0; hour < 24; hour++) {
      for (let call = 0; call < 100; call++) await usage.write([aCharge({ hour })])
    }
    await usage.recordForwarded({ ...aCharge(), at: '', partner: 'p', reason: '', durationMs: 0 })
    expect(takeChange()).toBe(false)
  })
})
