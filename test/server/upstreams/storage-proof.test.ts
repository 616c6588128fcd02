import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { provenValue } from '../../../src/server/upstreams/storage-proof.js'
import { atLeast, runs } from '../../support/runs.js'

type State = ReadonlyMap<string, ReadonlyMap<bigint, bigint>>

interface Proof {
  accountProof: string[]
  storageProof: { proof: string[] }[]
}

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const bytes = (text: string) => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
const word = (value: bigint) => bytes(`0x${value.toString(16).padStart(64, '0')}`)
const minimal = (value: bigint) => {
  const digits = value.toString(16)
  return bytes(`0x${digits.length % 2 === 1 ? '0' : ''}${digits}`)
}
const CODE_HASH = bytes(`0x${'c5'.repeat(32)}`)

/** Builds the tries of a state; `prove` returns an honest node's proofs from them. */
const buildTries = async (state: State) => {
  const accounts = await createMPT({ useKeyHashing: true })
  const storages = new Map<string, MerklePatriciaTrie>()
  for (const [address, slots] of state) {
    const storage = await createMPT({ useKeyHashing: true })
    for (const [slot, value] of slots) await storage.put(word(slot), RLP.encode(minimal(value)))
    storages.set(address, storage)
    await accounts.put(bytes(address), RLP.encode([minimal(1n), minimal(2n), storage.root(), CODE_HASH]))
  }
  const prove = async (address: string, slot: bigint): Promise<Proof> => {
    const storage = storages.get(address)
    return {
      accountProof: (await createMerkleProof(accounts, bytes(address))).map(hex),
      storageProof: [{ proof: storage ? (await createMerkleProof(storage, word(slot))).map(hex) : [] }],
    }
  }
  return { root: hex(accounts.root()), prove }
}

const addresses = fc.integer({ min: 1, max: 40 }).map((seed) => `0x${seed.toString(16).padStart(40, 'a')}`)
const slots = fc.bigInt({ min: 0n, max: 12n })
const values = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const states: fc.Arbitrary<State> = fc
  .array(fc.tuple(addresses, fc.array(fc.tuple(slots, values), { maxLength: 12 })), { minLength: 1, maxLength: 12 })
  .map((accounts) => new Map(accounts.map(([address, entries]) => [address, new Map(entries)])))

const valueIn = (state: State, address: string, slot: bigint) => state.get(address)?.get(slot) ?? 0n

/** Changes that a dishonest node can make to a proof without breaking a hash function. */
const lies: Readonly<Record<string, (path: string[], at: number, other: string[]) => string[]>> = {
  'cut at the end': (path, at) => path.slice(0, at % Math.max(1, path.length)),
  'cut at the start': (path, at) => path.slice(1 + (at % Math.max(1, path.length))),
  'of another key': (_path, _at, other) => other,
  'with a byte changed': (path, at) =>
    path.map((node, index) => {
      if (index !== at % path.length) return node
      const place = 2 + 2 * (at % ((node.length - 2) / 2))
      const byte = Number.parseInt(node.slice(place, place + 2), 16) ^ 1
      return node.slice(0, place) + byte.toString(16).padStart(2, '0') + node.slice(place + 2)
    }),
  'with its nodes turned round': (path) => [...path].reverse(),
}

test('an honest proof shows what a position holds, 0 for an absent account or position included', async () => {
  await fc.assert(
    fc.asyncProperty(states, addresses, slots, async (state, address, slot) => {
      const { root, prove } = await buildTries(state)
      expect(await provenValue(root, address, slot, await prove(address, slot))).toBe(valueIn(state, address, slot))
    }),
    runs(200),
  )
})

test('a proof that was tampered with never shows anything but the truth', async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      states,
      addresses,
      slots,
      slots,
      fc.constantFrom(...Object.keys(lies)),
      fc.boolean(),
      fc.nat(),
      async (state, address, slot, otherSlot, lie, isAccount, at) => {
        const { root, prove } = await buildTries(state)
        const proof = await prove(address, slot)
        const [other] = [...state.keys()]
        const foreign = await prove(other!, otherSlot)
        const storage = proof.storageProof[0]!
        if (isAccount) proof.accountProof = lies[lie]!(proof.accountProof, at, foreign.accountProof)
        else storage.proof = lies[lie]!(storage.proof, at, foreign.storageProof[0]!.proof)
        const shown = await provenValue(root, address, slot, proof)
        if (shown === undefined) refused += 1
        else expect(shown).toBe(valueIn(state, address, slot))
      },
    ),
    runs(500),
  )
  expect(refused).toBeGreaterThan(atLeast(100))
})

test('a proof with more nodes than a path has is not looked into, even if the right ones are among them', async () => {
  const address = `0x${'aa'.repeat(20)}`
  const { root, prove } = await buildTries(new Map([[address, new Map([[1n, 7n]])]]))
  const proof = await prove(address, 1n)
  const padded = (length: number) => ({
    ...proof,
    accountProof: [...proof.accountProof, ...Array(length - proof.accountProof.length).fill('0xc0')],
  })
  expect(await provenValue(root, address, 1n, padded(65))).toBe(7n)
  expect(await provenValue(root, address, 1n, padded(66))).toBeUndefined()
})

describe('a proof that is none', () => {
  const node = `0x${'f8'.repeat(33)}`
  const shapes: Readonly<Record<string, unknown>> = {
    null: null,
    'a text': 'proof',
    'an empty object': {},
    'no storage': { accountProof: [node] },
    'storage that is null': { accountProof: [node], storageProof: [null] },
    'nodes that are no bytes': { accountProof: ['0x0'], storageProof: [{ proof: [] }] },
    'nodes that are numbers': { accountProof: [1], storageProof: [{ proof: [] }] },
    'no nodes': { accountProof: [], storageProof: [{ proof: [] }] },
    'more nodes than a path has': { accountProof: Array(66).fill(node), storageProof: [{ proof: [] }] },
    'a node larger than nodes are': { accountProof: [`0x${'00'.repeat(1_025)}`], storageProof: [{ proof: [] }] },
    'a node that is no list': { accountProof: ['0x80'], storageProof: [{ proof: ['0x80'] }] },
  }
  test.each(Object.keys(shapes))('%s proves nothing', async (shape) => {
    const root = `0x${'11'.repeat(32)}`
    expect(await provenValue(root, `0x${'22'.repeat(20)}`, 0n, shapes[shape])).toBeUndefined()
  })
})
