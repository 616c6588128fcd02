import {
  arrayPosition,
  type MappingKey,
  mappingPosition,
  positionAfter,
  slotPosition,
} from '../../../generated/client/src/core/storage.js'
import { castIndexes } from './cast-indexes.js'

const HOLDER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const keyOf = (type: string, value: string): MappingKey => {
  if (type === 'address' || type === 'bytes32') return { [type]: value } as unknown as MappingKey
  if (type === 'string') return { string: value }
  if (type === 'bool') return { bool: value === 'true' }
  return type.startsWith('u') ? { uint: BigInt(value) } : { int: BigInt(value) }
}

describe('the position in storage', () => {
  test.each(castIndexes)('of a mapping by %s %s at slot %s is what cast says', (type, value, slot, position) => {
    expect(mappingPosition(BigInt(slot), keyOf(type, value))).toBe(position)
    expect(mappingPosition(`0x${BigInt(slot).toString(16)}`, keyOf(type, value))).toBe(position)
  })

  test('of a nested mapping is that of the inner one at the position of the outer one', () => {
    // cast index uint256 7 $(cast index address HOLDER 2)
    const position = '0x70a7cf415f1ac06cfb0b606c457ebdfab0ba15e7f0188b83fdc01caef04e9332'
    expect(mappingPosition(2, { address: HOLDER }, { uint: 7 })).toBe(position)
    expect(mappingPosition(mappingPosition(2, { address: HOLDER }), { uint: 7n })).toBe(position)
  })

  test('of an element of a dynamic array counts from the hash of its slot', () => {
    // cast keccak of 5 as 32 bytes
    const start = '0x036b6384b5eca791c62761152d0c79bb0604c104a5fb6f4eb0703f3154bb3db0'
    expect(arrayPosition(5, 0)).toBe(start)
    expect(arrayPosition(5n, 3)).toBe(positionAfter(start, 3))
    expect(arrayPosition('0x5', 3, 2)).toBe(positionAfter(start, 6))
  })

  test('of a variable is its slot, in 32 bytes', () => {
    expect(slotPosition(0)).toBe(`0x${'0'.repeat(64)}`)
    expect(slotPosition('0x')).toBe(slotPosition(0))
    expect(slotPosition(2n ** 256n - 1n)).toBe(`0x${'f'.repeat(64)}`)
    expect(positionAfter(2n ** 256n - 1n, 1)).toBe(slotPosition(0))
  })

  test.each<[string, () => unknown]>([
    ['a negative slot', () => slotPosition(-1)],
    ['a slot beyond 256 bits', () => slotPosition(2n ** 256n)],
    ['a slot that is no integer', () => slotPosition(1.5)],
    ['an address of 19 bytes', () => mappingPosition(0, { address: `0x${'1'.repeat(38)}` })],
    ['an address that is not hexadecimal', () => mappingPosition(0, { address: `0x${'z'.repeat(40)}` })],
    ['a key of 31 bytes for 32', () => mappingPosition(0, { bytes32: `0x${'1'.repeat(62)}` })],
    ['a negative unsigned key', () => mappingPosition(0, { uint: -1 })],
    ['a signed key beyond 256 bits', () => mappingPosition(0, { int: 2n ** 255n })],
  ])('is refused of %s', (_, make) => {
    expect(make).toThrow()
  })
})
