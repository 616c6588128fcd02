import { isAddress } from '@solana/kit'
import fc from 'fast-check'
import { toBase58 } from '../../../src/runtime/base58.js'
import { pubkeyTrouble } from '../../../src/server/networks/pubkey.js'
import { runs } from '../../support/runs.js'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
describe('a public key', () => {
  test('is a text exactly when Solana\u2019s own client takes it for an address', () => {
    const texts = fc.oneof(
      fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 30, maxLength: 46 }),
      fc
        .tuple(fc.nat(34), fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 44 }))
        .map(([ones, rest]) => '1'.repeat(ones) + rest),
      fc.uint8Array({ minLength: 31, maxLength: 33 }).map(toBase58),
      fc.string({ unit: 'binary', minLength: 32, maxLength: 44 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect([text, pubkeyTrouble(text) === undefined]).toEqual([text, isAddress(text)])
      }),
      runs(3_000),
    )
  })

  test('of any 32 bytes is taken, and of one more or less is of the wrong size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) =>
        expect(pubkeyTrouble(toBase58(bytes))).toBeUndefined(),
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(1, 31, 33, 64), (length) =>
        expect(pubkeyTrouble(toBase58(new Uint8Array(length).fill(255)))).toBe('WrongSize'),
      ),
    )
    // 2^256 has as many digits as 2^256 - 1.
    expect(pubkeyTrouble(toBase58(new Uint8Array(32).fill(255)))).toBeUndefined()
    expect(pubkeyTrouble('JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH')).toBe('WrongSize')
  })
})
