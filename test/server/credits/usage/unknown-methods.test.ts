import { OTHER_METHOD, UnknownMethods } from '../../../../src/server/credits/usage/unknown-methods.js'

const aDay = () => {
  const clock = { nowMs: Date.parse('2026-11-21T12:00:00.000Z') }
  const methods = new UnknownMethods(() => clock.nowMs)
  /** Asks for so many different methods with a key; returns the names that were recorded. */
  const ask = (times: number, accountId: string, keyId: string) =>
    new Set(Array.from({ length: times }, (_, index) => methods.boundedName(accountId, keyId, `eth_no${index}`)))
  return { clock, methods, ask }
}

test('the first 32 names of a key are kept for the day, and others are one', () => {
  const { clock, methods, ask } = aDay()
  const names = ask(1_000, 'acc_1', 'key_1')
  expect([names.size, names.has('eth_no31'), names.has('eth_no32'), names.has(OTHER_METHOD)]).toEqual([
    33,
    true,
    false,
    true,
  ])
  expect(methods.boundedName('acc_1', 'key_1', 'eth_no3')).toBe('eth_no3')
  expect(methods.boundedName('acc_1', 'key_2', 'eth_getBalance')).toBe('eth_getBalance')
  expect(methods.boundedName('acc_1', 'key_1', 'eth_getBalance')).toBe(OTHER_METHOD)
  clock.nowMs += 86_400_000
  expect(methods.boundedName('acc_1', 'key_1', 'eth_getBalance')).toBe('eth_getBalance')
})

test.each(['', ' ', 'a b', 'x\n', '\u0000', 'ünknown', '\u202eeth', 'x'.repeat(65), 'tgk_2YNf', '/v3/tgk_2YNf'])(
  '%j is no name to keep',
  (name) => {
    const { methods } = aDay()
    expect(methods.boundedName('acc_1', 'key_1', name)).toBe(OTHER_METHOD)
    expect(methods.boundedName('acc_1', 'key_1', 'x'.repeat(64))).toBe('x'.repeat(64))
  },
)

test('neither many keys of an account nor many accounts take more than their share', () => {
  const { ask } = aDay()
  const kept = (accountId: string) => {
    let count = 0
    for (let key = 0; key < 40; key++) {
      const names = ask(40, accountId, `${accountId} key_${key}`)
      names.delete(OTHER_METHOD)
      count += names.size
    }
    return count
  }
  expect(kept('acc_1')).toBe(256)
  const all = Array.from({ length: 100 }, (_, account) => kept(`acc_${account + 2}`)).reduce((sum, one) => sum + one)
  expect(all).toBe(20_000 - 256)
})
