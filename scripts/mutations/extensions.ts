import { balance, type Harmless, head, type Loose, logs, type Mutation, receipt, storage } from './mutation.js'

const at = (index: number, rest: string): string => `/methods/${index}${rest}`
const schema = (rest: string): string => `/components/schemas/${rest}`

/** eth_getStorageAt as a write would be, but for its params. */
const asWrite = (d: Loose, more: object = {}): void => {
  const { 'x-proof': _, ...method } = d.methods[storage]
  d.methods[storage] = { ...method, 'x-effect': 'write', 'x-finality': 'never', 'x-failover': false, ...more }
}

/** eth_getTransactionReceipt as a method with a state would be, but for its result. */
const asStateful = (d: Loose, more: object): void =>
  Object.assign(d.methods[receipt], { 'x-effect': 'stateful', 'x-finality': 'never', ...more })

const knownAs = (result: string, messages: readonly string[] = ['^known']) => ({
  'x-already-known': { messages, param: 0, result },
})

/**
 * Mistakes in extensions of writes, of stateful methods, of prices, and of schemas: of the right
 * form, and against what stands beside them.
 */
export const extensionMutations: readonly Mutation[] = [
  [
    'an effect that is none',
    (d) => (d.methods[head]['x-effect'] = 'append'),
    at(head, '/x-effect'),
    /read, write, stateful/,
  ],
  [
    'a write whose answer is kept',
    (d) => asWrite(d, { 'x-finality': 'block' }),
    at(storage, '/x-finality'),
    /no answer to a write method is kept/,
  ],
  [
    'a state whose answer is kept',
    (d) => asStateful(d, { 'x-finality': 'block' }),
    at(receipt, '/x-finality'),
    /no answer to a stateful method is kept/,
  ],
  [
    'a state that the partner would be asked for',
    (d) => asStateful(d, { 'x-failover': true }),
    at(receipt, '/x-failover'),
    /the partner cannot see it/,
  ],
  [
    'code of a read for a write',
    (d) => (d.methods[logs]['x-effect'] = 'write'),
    at(logs, '/x-handler'),
    /only a method with x-effect read can have x-handler/,
  ],
  [
    'an answer that the gateway knows of a write',
    (d) => Object.assign(d.methods[head], { 'x-effect': 'write', 'x-reasons': { 'x-contracts': 'It names none.' } }),
    at(head, '/x-answers'),
    /only a method with x-effect read can have x-answers/,
  ],
  [
    'a broadcast as a text',
    (d) => (d.methods[head]['x-broadcast'] = 'yes'),
    at(head, '/x-broadcast'),
    /must be boolean/,
  ],
  [
    'an acceptance in no words',
    (d) => asWrite(d, knownAs('evm-transaction-hash', [])),
    at(storage, '/x-already-known/messages'),
    /fewer than 1/,
  ],
  [
    'an acceptance that is no pattern',
    (d) => asWrite(d, knownAs('evm-transaction-hash', ['^known('])),
    at(storage, '/x-already-known/messages/0'),
    /Unterminated group/,
  ],
  [
    'a Solana signature for an EVM transaction',
    (d) => asWrite(d, knownAs('solana-signature')),
    at(storage, '/x-already-known/result'),
    /none of the family evm/,
  ],
  [
    'a transaction that is an address',
    (d) => asWrite(d, knownAs('evm-transaction-hash')),
    at(storage, '/x-already-known/param'),
    /address does not take the bytes of a transaction/,
  ],
  [
    'the hash of a transaction in place of a result that is none',
    (d) => {
      asWrite(d, knownAs('evm-transaction-hash'))
      d.methods[storage].result.schema.$ref = '#/components/schemas/Logs'
    },
    at(storage, '/x-already-known/result'),
    /cannot be the hash of a transaction/,
  ],
  [
    'an id that is made and taken',
    (d) => asStateful(d, { 'x-state': { id: 'made', param: 0 } }),
    at(receipt, '/x-state/param'),
    /schema is false/,
  ],
  [
    'an id that is neither made nor used',
    (d) => asStateful(d, { 'x-state': { id: 'kept' } }),
    at(receipt, '/x-state/id'),
    /made, used/,
  ],
  [
    'an id that is made and is no text',
    (d) => asStateful(d, { 'x-state': { id: 'made' } }),
    at(receipt, '/x-state/id'),
    /receipt cannot be an id/,
  ],
  [
    'an id that is used and must be a hash',
    (d) => asStateful(d, { 'x-state': { id: 'used', param: 0 } }),
    at(receipt, '/x-state/param'),
    /transactionHash cannot be an id/,
  ],
  [
    'a result for an id of nothing that the method cannot have',
    (d) => asStateful(d, { 'x-state': { id: 'used', param: 0, ifGone: true } }),
    at(receipt, '/x-state/ifGone'),
    /receipt cannot be true/,
  ],
  [
    'a price by a size that is none',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, perResultMiB: 1 }),
    at(logs, '/x-credits-by'),
    /additional properties: perResultMiB/,
  ],
  [
    'a price that pays the caller',
    (d) => (d.methods[logs]['x-credits-by'] = { base: -1, perResultKiB: 1 }),
    at(logs, '/x-credits-by/base'),
    />= 0/,
  ],
  [
    'a price for each of nothing',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, each: 1 }),
    at(logs, '/x-credits-by'),
    /one of the two/,
  ],
  [
    'a rule of prices for a free method',
    (d) => Object.assign(d.methods[logs], { 'x-credits': 0, 'x-credits-by': { base: 0, perResultKiB: 1 } }),
    at(logs, '/x-credits-by'),
    /the most that a call costs, 0/,
  ],
  [
    'an answer that the gateway does not know',
    (d) => (d.methods[head]['x-answers'] = 'newest-slot'),
    at(head, '/x-answers'),
    /newest-block/,
  ],
  [
    'the newest block of a Solana network',
    (d) => (d.methods[balance]['x-answers'] = 'newest-block'),
    at(balance, '/x-answers'),
    /needs the family evm/,
  ],
  [
    'a proof that is none',
    (d) => (d.methods[storage]['x-proof'] = 'merkle'),
    at(storage, '/x-proof'),
    /allowed values: eip-1186/,
  ],
  [
    'a source without a name',
    (d) => (d.methods[head]['x-source'] = ''),
    at(head, '/x-source'),
    /fewer than 4 characters/,
  ],
  [
    'a completion of what may be left out anyway',
    (d) => (d.methods[storage].params[2].required = false),
    at(storage, '/params/2/x-completed-with'),
    /block is optional/,
  ],
  [
    'a completion before a parameter that must be given',
    (d) => (d.methods[storage].params[0]['x-completed-with'] = `0x${'00'.repeat(20)}`),
    at(storage, '/params/1/required'),
    /comes after an optional parameter, or one that is completed/,
  ],
  [
    'zeros dropped from an address',
    (d) => (d.components.schemas.EvmAddress['x-rewrite'] = ['leading-zeros']),
    schema('EvmAddress/x-rewrite'),
    /leading-zeros is for numbers/,
  ],
  [
    'null for false where no boolean is',
    (d) => (d.components.schemas.Hash32['x-rewrite'] = ['null-is-false']),
    '/components/schemas/Hash32/x-rewrite',
    /null-is-false is for a boolean/,
  ],
  [
    'free spelling of members that are none',
    (d) => (d.components.schemas.Hash32['x-rewrite'] = ['spelling']),
    schema('Hash32/x-rewrite'),
    /properties does not stand beside it/,
  ],
  [
    'an error of its own for what no stage judges: nothing would judge it',
    (d) => (d.components.schemas.Quantity['x-refused-with'] = 'block-hash-and-range'),
    schema('Quantity/x-refused-with'),
    /only the condition at dependencies\/blockHash/,
  ],
  [
    'a range of blocks refused as a missing key',
    (d) => (d.components.schemas.LogFilter.dependencies.blockHash['x-refused-with'] = 'unauthorized'),
    schema('LogFilter/dependencies/blockHash/x-refused-with'),
    /unauthorized is no error of methods with a range of blocks/,
  ],
  [
    'an alternative that is none, for an encoding',
    (d) => (d.components.schemas.TokenAccount.properties.data['x-by-encoding'].base58 = [9]),
    schema('TokenAccount/properties/data/x-by-encoding/base58'),
    /none at 9/,
  ],
  [
    'an encoding that no call can ask for',
    (d) => (d.components.schemas.TokenAccount.properties.data['x-by-encoding'].base59 = [0]),
    schema('TokenAccount/properties/data/x-by-encoding/base59'),
    /no call can ask for base59/,
  ],
  [
    'an integer of 64 bits that is a text',
    (d) => (d.components.schemas.Quantity['x-integer'] = 'u64'),
    schema('Quantity/x-integer'),
    /type is not integer/,
  ],
  [
    'a keyword for conformance only that cannot be left out',
    (d) => (d.components.schemas.Log['x-conformance'] = ['maxLength']),
    schema('Log/x-conformance'),
    /allowed values: required/,
  ],
  [
    'a header whose schema is none',
    (d) => (d['x-headers']['X-Credits-Cost'].schema.type = 'credits'),
    '/x-headers/X-Credits-Cost/schema/type',
    /allowed values/,
  ],
  [
    'a header without saying when it is there',
    (d) => delete d['x-headers']['X-Credits-Cost'].when,
    '/x-headers/X-Credits-Cost',
    /when/,
  ],
  [
    'what is said of one network, in the document of all',
    (d) => (d.info['x-network'] = { name: 'main', family: 'evm' }),
    '/info/x-network',
    /not declared in x-extensions for this place/,
  ],
  [
    'an extension of methods on a parameter',
    (d) => (d.methods[storage].params[0]['x-credits'] = 2),
    at(storage, '/params/0/x-credits'),
    /not declared in x-extensions for this place/,
  ],
]

/** Changes of extensions that look like mistakes and are right. */
export const harmlessExtensions: readonly Harmless[] = [
  [
    'a write that the partner may be asked for',
    (d) => asWrite(d, { 'x-failover': true }),
    'the partner is asked only where the write was surely sent to no node',
  ],
  [
    'code for a method that has none yet',
    (d) => (d.methods[head]['x-handler'] = true),
    '`npm run types` names the file that has to be written: src/server/pipeline/methods/NAME.ts',
  ],
]
