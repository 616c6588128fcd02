import fc from 'fast-check'
import { SealedIds, upstreamDigest } from '../../../../src/server/pipeline/stateful/sealed-ids.js'

const owner = { network: 'eth', keyId: 'k1' }
const state = { upstream: upstreamDigest('node-1', 'http://127.0.0.1:1'), id: '0x1' }
const ids = new SealedIds('a secret of the test')

const nodeIds = fc.oneof(fc.string({ maxLength: 100 }), fc.stringMatching(/^0x[0-9a-f]{1,64}$/))
const texts = fc.string({ minLength: 1, maxLength: 30 })

describe('a sealed id', () => {
  test('opens for its owner in every process with the secret', () => {
    fc.assert(
      fc.property(nodeIds, texts, texts, texts, (id, name, network, keyId) => {
        const made = { upstream: upstreamDigest(name, ''), id: Buffer.from(id, 'utf8').toString('utf8') }
        const sealed = ids.seal(made, { network, keyId })
        expect(new SealedIds('a secret of the test').open(sealed, { network, keyId })).toEqual(made)
      }),
    )
  })

  test('is a hexadecimal number without leading zeros, always the same, and says nothing of what is in it', () => {
    const sealed = ids.seal(state, owner)
    expect(sealed).toMatch(/^0x[1-9a-f][0-9a-f]{63}$/)
    expect(ids.seal(state, owner)).toBe(sealed)
    expect(sealed).not.toContain(state.upstream)
    const other = ids.seal({ ...state, id: '0x2' }, owner)
    expect(other.slice(0, 28)).not.toBe(sealed.slice(0, 28))
  })

  test('fits into 256 bits, as alloy reads it, for the ids that nodes give, leading zeros kept', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0x[0-9a-f]{1,32}$/), (id) => {
        const sealed = ids.seal({ ...state, id }, owner)
        expect(sealed).toMatch(/^0x[0-9a-f]{64}$/)
        expect(ids.open(sealed, owner)).toEqual({ ...state, id })
      }),
    )
  })

  test.each([
    ['another key', { ...owner, keyId: 'k2' }],
    ['another network', { ...owner, network: 'polygon' }],
    ['names that are cut elsewhere', { network: 'et', keyId: 'hk1' }],
    ['the same key with a list of contracts', { ...owner, allowedContracts: ['0x5f'] }],
  ])('does not open for %s', (_whose, other) => {
    expect(ids.open(ids.seal(state, owner), other)).toBeUndefined()
  })

  test('opens for a key with the list of contracts that it was made with, and with no other list', () => {
    const limited = { ...owner, allowedContracts: ['0x5f', '0x60'] }
    const sealed = ids.seal(state, limited)
    expect(ids.open(sealed, limited)).toEqual(state)
    for (const allowedContracts of [['0x5f'], ['0x5f', '0x60', '0x61'], []])
      expect(ids.open(sealed, { ...owner, allowedContracts })).toBeUndefined()
  })

  test('opens for the same list of contracts in another order, and with one named twice', () => {
    const sealed = ids.seal(state, { ...owner, allowedContracts: ['0x60', '0x5f', '0x61'] })
    for (const allowedContracts of [
      ['0x5f', '0x60', '0x61'],
      ['0x61', '0x60', '0x5f', '0x60'],
    ])
      expect(ids.open(sealed, { ...owner, allowedContracts })).toEqual(state)
    expect(ids.open(sealed, { ...owner, allowedContracts: ['0x60', '0x60', '0x61'] })).toBeUndefined()
  })

  test('does not open once its node has given its own id to another owner', () => {
    const [older, newer] = [ids.seal(state, owner), ids.seal(state, { ...owner, keyId: 'k2' })]
    expect(ids.open(newer.toUpperCase().replace('0X', '0x'), { ...owner, keyId: 'k2' })).toEqual(state)
    expect(ids.open(older, owner)).toBeUndefined()
    expect(ids.open(ids.seal(state, owner), owner)).toEqual(state)
  })

  test('does not open with another secret', () => {
    expect(new SealedIds('another secret').open(ids.seal(state, owner), owner)).toBeUndefined()
  })

  test('does not open when any of its digits was changed, or any is missing', () => {
    const sealed = ids.seal(state, owner)
    fc.assert(
      fc.property(fc.integer({ min: 2, max: sealed.length - 1 }), fc.integer({ min: 1, max: 15 }), (at, by) => {
        const digit = ((Number.parseInt(sealed[at]!, 16) + by) % 16).toString(16)
        expect(ids.open(sealed.slice(0, at) + digit + sealed.slice(at + 1), owner)).toBeUndefined()
        expect(ids.open(sealed.slice(0, at), owner)).toBeUndefined()
      }),
    )
  })

  test('that was made up does not open', () => {
    const madeUp = fc.oneof(fc.string(), fc.anything(), fc.stringMatching(/^0x10[0-9a-f]{0,600}$/))
    fc.assert(fc.property(madeUp, (text) => expect(ids.open(text, owner)).toBeUndefined()))
    expect(ids.open(`0x10${'ab'.repeat(10_000)}`, owner)).toBeUndefined()
  })
})
