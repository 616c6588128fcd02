import { atMethod, head, type Loose, logs, type Mutation, receipt, storage } from './mutation.js'

/** eth_getStorageAt as a write would be, but for its params. */
export const asWrite = (d: Loose, more: object = {}): void => {
  const { 'x-proof': _, ...method } = d.methods[storage]
  d.methods[storage] = { ...method, 'x-effect': 'write', 'x-finality': 'never', 'x-failover': false, ...more }
}

/** eth_getTransactionReceipt as a method with a state would be, but for its result. */
const asStateful = (d: Loose, more: object): void =>
  Object.assign(d.methods[receipt], { 'x-effect': 'stateful', 'x-finality': 'never', ...more })

const knownAs = (result: string, messages: readonly string[] = ['^known']) => ({
  'x-already-known': { messages, param: 0, result },
})

/** Mistakes in writes and in methods with a state. */
export const effectMutations: readonly Mutation[] = [
  [
    'a read that is broadcast',
    (d) => (d.methods[head]['x-broadcast'] = true),
    atMethod(head, '/x-broadcast'),
    /only a method with x-effect write can have x-broadcast/,
  ],
  [
    'a read whose error is an acceptance',
    (d) => (d.methods[head]['x-already-known'] = { messages: ['^known'], param: 0, result: 'evm-transaction-hash' }),
    atMethod(head, '/x-already-known'),
    /only a method with x-effect write/,
  ],
  [
    'an acceptance that an error which denies it has in it too',
    (d) =>
      Object.assign(d.methods[storage], {
        'x-effect': 'write',
        'x-already-known': { messages: ['known transaction'], param: 0, result: 'evm-transaction-hash' },
      }),
    atMethod(storage, '/x-already-known/messages/0'),
    /must begin with \^/,
  ],
  [
    'an acceptance that a hostile message makes slow',
    (d) =>
      Object.assign(d.methods[storage], {
        'x-effect': 'write',
        'x-already-known': { messages: ['^(a+)+b'], param: 0, result: 'evm-transaction-hash' },
      }),
    atMethod(storage, '/x-already-known/messages/0'),
    /backtracks without bound/,
  ],
  [
    'a transaction at no parameter',
    (d) =>
      Object.assign(d.methods[storage], {
        'x-effect': 'write',
        'x-already-known': { messages: ['^known'], param: 7, result: 'evm-transaction-hash' },
      }),
    atMethod(storage, '/x-already-known/param'),
    /has no parameter 7/,
  ],
  [
    'a state that a read would make',
    (d) => (d.methods[head]['x-state'] = { id: 'made' }),
    atMethod(head, '/x-state'),
    /only a method with x-effect stateful can have x-state/,
  ],
  [
    'the id of a state at no parameter',
    (d) => Object.assign(d.methods[receipt], { 'x-effect': 'stateful', 'x-state': { id: 'used', param: 4 } }),
    atMethod(receipt, '/x-state/param'),
    /has no parameter 4/,
  ],
  [
    'an id that is used and stands nowhere',
    (d) => Object.assign(d.methods[receipt], { 'x-effect': 'stateful', 'x-state': { id: 'used' } }),
    atMethod(receipt, '/x-state'),
    /must have required property 'param'|param/,
  ],
  [
    'an effect that is none',
    (d) => (d.methods[head]['x-effect'] = 'append'),
    atMethod(head, '/x-effect'),
    /read, write, stateful/,
  ],
  [
    'a write whose answer is kept',
    (d) => asWrite(d, { 'x-finality': 'block' }),
    atMethod(storage, '/x-finality'),
    /no answer to a write method is kept/,
  ],
  [
    'code of a read for a write',
    (d) => (d.methods[logs]['x-effect'] = 'write'),
    atMethod(logs, '/x-handler'),
    /only a method with x-effect read can have x-handler/,
  ],
  [
    'an answer that the gateway knows of a write',
    (d) => Object.assign(d.methods[head], { 'x-effect': 'write', 'x-reasons': { 'x-contracts': 'It names none.' } }),
    atMethod(head, '/x-answers'),
    /only a method with x-effect read can have x-answers/,
  ],
  [
    'a write that asks another node because one is behind',
    (d) => asWrite(d, { 'x-unknown-as': { at: '/value', is: null } }),
    atMethod(storage, '/x-unknown-as'),
    /only a method with x-effect read can have x-unknown-as/,
  ],
  [
    'a broadcast as a text',
    (d) => (d.methods[head]['x-broadcast'] = 'yes'),
    atMethod(head, '/x-broadcast'),
    /must be boolean/,
  ],
  [
    'an acceptance in no words',
    (d) => asWrite(d, knownAs('evm-transaction-hash', [])),
    atMethod(storage, '/x-already-known/messages'),
    /fewer than 1/,
  ],
  [
    'an acceptance that is no pattern',
    (d) => asWrite(d, knownAs('evm-transaction-hash', ['^known('])),
    atMethod(storage, '/x-already-known/messages/0'),
    /Unterminated group/,
  ],
  [
    'a Solana signature for an EVM transaction',
    (d) => asWrite(d, knownAs('solana-signature')),
    atMethod(storage, '/x-already-known/result'),
    /none of the family evm/,
  ],
  [
    'a transaction that is an address',
    (d) => asWrite(d, knownAs('evm-transaction-hash')),
    atMethod(storage, '/x-already-known/param'),
    /address does not take the bytes of a transaction/,
  ],
  [
    'the hash of a transaction in place of a result that is none',
    (d) => {
      asWrite(d, knownAs('evm-transaction-hash'))
      d.methods[storage].result.schema.$ref = '#/components/schemas/Logs'
    },
    atMethod(storage, '/x-already-known/result'),
    /cannot be the hash of a transaction/,
  ],
  [
    'an id that is made and taken',
    (d) => asStateful(d, { 'x-state': { id: 'made', param: 0 } }),
    atMethod(receipt, '/x-state/param'),
    /schema is false/,
  ],
  [
    'an id that is neither made nor used',
    (d) => asStateful(d, { 'x-state': { id: 'kept' } }),
    atMethod(receipt, '/x-state/id'),
    /made, used/,
  ],
  [
    'an id that is made and is no text',
    (d) => asStateful(d, { 'x-state': { id: 'made' } }),
    atMethod(receipt, '/x-state/id'),
    /receipt cannot be an id/,
  ],
  [
    'an id that is used and must be a hash',
    (d) => asStateful(d, { 'x-state': { id: 'used', param: 0 } }),
    atMethod(receipt, '/x-state/param'),
    /transactionHash cannot be an id/,
  ],
  [
    'a result for an id of nothing that the method cannot have',
    (d) => asStateful(d, { 'x-state': { id: 'used', param: 0, ifGone: true } }),
    atMethod(receipt, '/x-state/ifGone'),
    /receipt cannot be true/,
  ],
  [
    'a state whose answer is kept',
    (d) => asStateful(d, { 'x-finality': 'block' }),
    atMethod(receipt, '/x-finality'),
    /no answer to a stateful method is kept/,
  ],
  [
    'a state that the partner would be asked for',
    (d) => asStateful(d, { 'x-failover': true }),
    atMethod(receipt, '/x-failover'),
    /the partner cannot see it/,
  ],
]
