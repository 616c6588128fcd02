import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { hexOfBase58, toBase58 } from '../../../src/runtime/base58.js'
import { LastKey } from '../../../src/server/accounts/key-resolver.js'
import { createdIn, createId, createKeyText, isKeyText } from '../../../src/server/accounts/key-text.js'
import { hashSecret } from '../../../src/server/accounts/secrets.js'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')

describe('the text of a key', () => {
  test('is recognisable, of one length, and different each time', () => {
    const texts = Array.from({ length: 50 }, () => createKeyText(randomBytes))
    for (const text of texts) expect(text).toMatch(/^tgk_[1-9A-HJ-NP-Za-km-z]{50}$/)
    expect(new Set(texts).size).toBe(50)
  })

  test('is known by its checksum, whatever the random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isKeyText(createKeyText(() => bytes))).toBe(true)
      }),
    )
  })

  test('carries the 32 random bytes and the first four of their SHA-256', () => {
    const secret = Buffer.alloc(32, 0xff)
    const digest = createHash('sha256').update(secret).digest()
    const hex = hexOfBase58(createKeyText(() => secret).slice(4))
    expect(hex).toBe(Buffer.concat([secret, digest.subarray(0, 4)]).toString('hex'))
  })

  test('is not taken for one when a character is changed', () => {
    const text = createKeyText(randomBytes)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length - 1 }), fc.constantFrom(...'1aZ9_0'), (at, character) => {
        const other = text.slice(0, at) + character + text.slice(at + 1)
        expect(isKeyText(other)).toBe(other === text)
      }),
    )
  })

  test.each(['', 'tgk_', 'x'.repeat(54), `tgk_${'z'.repeat(50)}`, `tgk_${'1'.repeat(50)}`])('is not %j', (text) => {
    expect(isKeyText(text)).toBe(false)
  })

  test('is kept as its SHA-256 in lower-case hex', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

test('base58 gives back the bytes it was given', () => {
  expect(toBase58(Buffer.from('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
      expect(hexOfBase58(toBase58(bytes))?.padStart(24, '0')).toBe(Buffer.from(bytes).toString('hex'))
    }),
  )
  expect(hexOfBase58('0')).toBeUndefined()
})

test('an id says what it names', () => {
  expect(createId('acc', randomBytes, NOW_MS)).toMatch(/^acc_[1-9A-HJ-NP-Za-km-z]{17}$/)
  expect(createId('key', (size) => new Uint8Array(size), 0)).toBe(`key_${'1'.repeat(17)}`)
})

test('an id says when it was made; one that is random as a whole says nothing', () => {
  const bytes = fc.uint8Array({ minLength: 6, maxLength: 6 })
  const times = fc.integer({ min: Date.parse('2026-01-01'), max: NOW_MS })
  fc.assert(
    fc.property(bytes, times, (random, ms) => {
      const id = createId('acc', () => random, ms)
      expect([createdIn('acc', id, NOW_MS), createdIn('acc', id, ms - 86_400_001)]).toEqual([ms, undefined])
    }),
  )
  for (const id of [
    'acc_',
    'acc_1',
    'acc_000900',
    'key_none',
    createId('key', randomBytes, NOW_MS),
    `acc_${'z'.repeat(17)}`,
    `acc_${'1'.repeat(17)}`,
    '',
  ])
    expect([id, createdIn('acc', id, NOW_MS)]).toEqual([id, undefined])
})

test('the key that came last is remembered with its hash, and never taken for another', () => {
  const few = fc.array(fc.constantFrom('', 'tgk_a', 'tgk_b', 'tgk_ä'), { maxLength: 12 })
  fc.assert(
    fc.property(few, (texts) => {
      const lastKey = new LastKey()
      for (const text of texts) if (text !== '') expect(lastKey.hashOf(text)).toBe(hashSecret(text))
    }),
  )
})
