import { toBigInt, toQuantity } from '../../../src/tools/client/runtime/quantity.js'

describe('quantities', () => {
  test('are read as whole numbers of any size', () => {
    expect(toBigInt('0x0')).toBe(0n)
    expect(toBigInt('0xFFffffffffffffffff')).toBe(4722366482869645213695n)
  })

  test('are written without leading zeros', () => {
    expect([toQuantity(0), toQuantity(436), toQuantity(2n ** 70n)]).toEqual(['0x0', '0x1b4', '0x400000000000000000'])
  })

  test.each([-1, -1n, 1.5, Number.NaN, 2 ** 53])('are never written of %p', (value) => {
    expect(() => toQuantity(value)).toThrow(RangeError)
  })

  test.each(['0x', '0xzz'] as const)('are never read of %p', (text) => {
    expect(() => toBigInt(text)).toThrow(SyntaxError)
  })
})
