import { StorePlace } from '../support/store-place.js'

const place = new StorePlace()
const { store } = place

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()

test('the latest use is kept, whichever process writes last; others were never used', async () => {
  const { usage } = store()
  const other = store().usage
  await usage.recordKeyUses(new Map([['key_1', at(5)]]))
  await other.recordKeyUses(new Map([['key_1', at(4)]]))
  await other.recordKeyUses(new Map([['key_2', at(6)]]))
  expect(await usage.keyUses(['key_1', 'key_2', 'key_3'])).toEqual(
    new Map([
      ['key_1', at(5)],
      ['key_2', at(6)],
    ]),
  )
})

test('many keys are written and asked at once', async () => {
  const { usage } = store()
  const ids = Array.from({ length: 1_201 }, (_, index) => `key_${index}`)
  await usage.recordKeyUses(new Map(ids.map((id) => [id, at(1)])))
  expect((await usage.keyUses(ids)).size).toBe(ids.length)
  await usage.recordKeyUses(new Map())
  expect(await usage.keyUses([])).toEqual(new Map())
})

test('a use is no change of accounts or keys', async () => {
  const gateway = store()
  await gateway.usage.recordKeyUses(new Map([['key_1', at(1)]]))
  expect(gateway.changed()).toBe(false)
})
