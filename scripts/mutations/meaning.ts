import {
  balance,
  type Harmless,
  head,
  logs,
  type Mutation,
  own,
  receipt,
  storage,
  type TextMutation,
} from './mutation.js'

const at = (index: number, rest: string): string => `/methods/${index}${rest}`
const schema = (rest: string): string => `/components/schemas/${rest}`

/** Mistakes in a document of the right form: it says something that cannot be so, or that harms. */
export const meaningMutations: readonly Mutation[] = [
  [
    'a default that is no value of its schema',
    (d) => (d.components.schemas.BlockParameter.default = 'latst'),
    schema('BlockParameter/default'),
    /latst/,
  ],
  [
    'an example of a schema that is none',
    (d) => (d.components.schemas.Hash32.examples = ['0x1']),
    schema('Hash32/examples/0'),
    /must match pattern/,
  ],
  [
    'a block position on an address',
    (d) => (d.methods[storage]['x-position'].param = 0),
    at(storage, '/x-position'),
    /address is none; \{"kind":"block","param":2\} would fit/,
  ],
  [
    'a block range on no filter',
    (d) => (d.methods[receipt]['x-position'] = { kind: 'block-range', param: 0 }),
    at(receipt, '/x-position'),
    /fromBlock and toBlock/,
  ],
  [
    'a commitment on no configuration object',
    (d) => (d.methods[balance]['x-position'].param = 0),
    at(balance, '/x-position'),
    /an object with commitment/,
  ],
  [
    'a price by the result and by a parameter',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, perResultKiB: 1, each: 1, of: '/0/address' }),
    at(logs, '/x-credits-by'),
    /one of the two/,
  ],
  [
    'a price by nothing',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1 }),
    at(logs, '/x-credits-by'),
    /one of the two/,
  ],
  [
    'a price that is more than the most',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 255, perResultKiB: 1 }),
    at(logs, '/x-credits-by'),
    /the most that a call costs, 255, but by this rule the smallest one costs 256/,
  ],
  [
    'a price for the items of what is no array',
    (d) => (d.methods[storage]['x-credits-by'] = { base: 1, each: 1, of: '/0' }),
    at(storage, '/x-credits-by'),
    /\/0 takes no array/,
  ],
  [
    'a price for the items of nothing',
    (d) => (d.methods[logs]['x-credits-by'] = { base: 1, each: 1, of: '/0/adress' }),
    at(logs, '/x-credits-by'),
    /points at no parameter/,
  ],
  [
    'the newest block as the answer of a method with params',
    (d) => (d.methods[storage]['x-answers'] = 'newest-block'),
    at(storage, '/x-answers'),
    /needs a method without params/,
  ],
  [
    'a proof for what is no storage value',
    (d) => (d.methods[logs]['x-proof'] = 'eip-1186'),
    at(logs, '/x-proof'),
    /needs x-failover true/,
  ],
  [
    'a proof whose params stand in another order',
    (d) => d.methods[storage].params.splice(0, 2, d.methods[storage].params[1], d.methods[storage].params[0]),
    at(storage, '/x-proof'),
    /needs an address as its first parameter/,
  ],
  [
    'another meaning of a block that is left out',
    (d) => (d.components.schemas.LogFilter.properties.toBlock.default = 'safe'),
    at(logs, '/x-position'),
    /\/0\/toBlock has the default "safe", but the gateway takes a call without it for latest/,
  ],
  [
    'another meaning of a commitment that is left out',
    (d) => (d.components.schemas.BalanceConfig.properties.commitment.default = 'confirmed'),
    at(balance, '/x-position'),
    /for finalized/,
  ],
  [
    'a condition refused with an error that is none',
    (d) => (d.components.schemas.LogFilter.dependencies.blockHash['x-refused-with'] = 'wrong-range'),
    schema('LogFilter/dependencies/blockHash/x-refused-with'),
    /wrong-range is not an error of the contract/,
  ],
  [
    'no position although a parameter is a block',
    (d) => (d.methods[storage]['x-position'] = { kind: 'none' }),
    at(storage, '/x-position'),
    /"param":2\} and not none/,
  ],
  [
    'no position although a parameter has a range of blocks',
    (d) => (d.methods[logs]['x-position'] = { kind: 'none' }),
    at(logs, '/x-position'),
    /"block-range","param":0\} and not none/,
  ],
  [
    'no position although a parameter has a commitment',
    (d) => (d.methods[balance]['x-position'] = { kind: 'none' }),
    at(balance, '/x-position'),
    /"commitment","param":1\} and not none/,
  ],
  [
    'an answer kept for ever that changes with each block',
    (d) => (d.methods[head]['x-finality'] = 'constant'),
    at(head, '/x-finality'),
    /say in x-reasons/,
  ],
  [
    'an answer kept for ever although the params choose a block',
    (d) => (d.methods[storage]['x-finality'] = 'constant'),
    at(storage, '/x-finality'),
    /choose a block/,
  ],
  [
    'an answer kept for ever although it names a block',
    (d) => (d.methods[receipt]['x-finality'] = 'constant'),
    at(receipt, '/x-finality'),
    /the result names a block/,
  ],
  [
    'an answer that is final with a block that neither params nor result name',
    (d) => (d.methods[head]['x-finality'] = 'block'),
    at(head, '/x-finality'),
    /neither a parameter nor the result/,
  ],
  [
    'a reason for what needs none',
    (d) => (d.methods[head]['x-reasons'] = { 'x-finality': 'it says never anyway' }),
    at(head, '/x-reasons/x-finality'),
    /only constant needs a reason/,
  ],
  [
    'a constant without its reason',
    (d) => delete d.methods[0]['x-reasons'],
    at(0, '/x-finality'),
    /why it never changes/,
  ],
  [
    'nothing said of keys limited to contracts',
    (d) => delete d.methods[storage]['x-contracts'],
    at(storage, ''),
    /no x-contracts, and no reason/,
  ],
  [
    'a method open to keys limited to contracts although it names one',
    (d) => (d.methods[storage]['x-contracts'] = 'open'),
    at(storage, '/x-contracts'),
    /\/0 may name a contract.*must say why/,
  ],
  [
    'a method open to keys limited to contracts although its result has what contracts hold',
    (d) => {
      d.methods[receipt].params[0].schema = d.methods[head].result.schema
      d.methods[receipt].examples.length = 1
      d.methods[receipt].examples[0].params[0].value = '0x1'
      delete d.methods[receipt]['x-reasons']
    },
    at(receipt, '/x-contracts'),
    /what a contract holds.*must say why/,
  ],
  [
    'an address beside the addresses that allowlists see',
    (d) => {
      d.methods[storage].params[1].schema = d.methods[storage].params[0].schema
      d.methods[storage].examples.length = 1
      d.methods[storage].examples[0].params[1].value = d.methods[storage].examples[0].params[0].value
    },
    at(storage, '/x-contracts'),
    /\/1 may name a contract, too/,
  ],
  [
    'a place beside the addresses that has one of them in it',
    (d) => d.methods[logs]['x-contracts'].beside.push('/0'),
    at(logs, '/x-contracts/beside/4'),
    /\/0 and \/0\/address are parts of each other/,
  ],
  [
    'contract addresses as a list, which says nothing of the other params',
    (d) => (d.methods[storage]['x-contracts'] = ['/0']),
    at(storage, '/x-contracts'),
    /string,object/,
  ],
  [
    'contract addresses looked for where none can stand',
    (d) => (d.methods[logs]['x-contracts'] = { addresses: ['/0/blockHash'] }),
    at(logs, '/x-contracts/addresses/0'),
    /no contract address can stand/,
  ],
  [
    'a reason for contract addresses that are all shown',
    (d) => (d.methods[storage]['x-reasons'] = { 'x-contracts': 'there are none here' }),
    at(storage, '/x-reasons/x-contracts'),
    /nothing here needs a reason/,
  ],
  [
    'params in another order than their pointers',
    (d) => d.methods[storage].params.splice(0, 2, d.methods[storage].params[1], d.methods[storage].params[0]),
    at(storage, '/x-contracts'),
    /\/1 may name a contract, too/,
  ],
  [
    'counted parameters that are no array',
    (d) => (d.methods[logs]['x-limits'].countedParameters = ['/0/fromBlock']),
    at(logs, '/x-limits/countedParameters/0'),
    /no array/,
  ],
  [
    'a limit of results on a result that is no array',
    (d) => (d.methods[head]['x-limits'].maxResults = 10000),
    at(head, '/x-limits/maxResults'),
    /is no array/,
  ],
  [
    'a read that is broadcast',
    (d) => (d.methods[head]['x-broadcast'] = true),
    at(head, '/x-broadcast'),
    /only a method with x-effect write can have x-broadcast/,
  ],
  [
    'a read whose error is an acceptance',
    (d) => (d.methods[head]['x-already-known'] = { messages: ['^known'], param: 0, result: 'evm-transaction-hash' }),
    at(head, '/x-already-known'),
    /only a method with x-effect write/,
  ],
  [
    'an acceptance that an error which denies it has in it too',
    (d) =>
      Object.assign(d.methods[storage], {
        'x-effect': 'write',
        'x-already-known': { messages: ['known transaction'], param: 0, result: 'evm-transaction-hash' },
      }),
    at(storage, '/x-already-known/messages/0'),
    /must begin with \^/,
  ],
  [
    'an acceptance that a hostile message makes slow',
    (d) =>
      Object.assign(d.methods[storage], {
        'x-effect': 'write',
        'x-already-known': { messages: ['^(a+)+b'], param: 0, result: 'evm-transaction-hash' },
      }),
    at(storage, '/x-already-known/messages/0'),
    /backtracks without bound/,
  ],
  [
    'a transaction at no parameter',
    (d) =>
      Object.assign(d.methods[storage], {
        'x-effect': 'write',
        'x-already-known': { messages: ['^known'], param: 7, result: 'evm-transaction-hash' },
      }),
    at(storage, '/x-already-known/param'),
    /has no parameter 7/,
  ],
  [
    'a state that a read would make',
    (d) => (d.methods[head]['x-state'] = { id: 'made' }),
    at(head, '/x-state'),
    /only a method with x-effect stateful can have x-state/,
  ],
  [
    'the id of a state at no parameter',
    (d) => Object.assign(d.methods[receipt], { 'x-effect': 'stateful', 'x-state': { id: 'used', param: 4 } }),
    at(receipt, '/x-state/param'),
    /has no parameter 4/,
  ],
  [
    'an id that is used and stands nowhere',
    (d) => Object.assign(d.methods[receipt], { 'x-effect': 'stateful', 'x-state': { id: 'used' } }),
    at(receipt, '/x-state'),
    /must have required property 'param'|param/,
  ],
  [
    'a time limit in seconds',
    (d) => (d.methods[head]['x-limits'].timeoutMs = 10),
    at(head, '/x-limits/timeoutMs'),
    />= 100/,
  ],
  [
    'a time limit that no client waits for',
    (d) => (d.methods[head]['x-limits'].timeoutMs = 600_000),
    at(head, '/x-limits/timeoutMs'),
    /<= 120000/,
  ],
  [
    'a repetition in a repetition',
    (d) => (d.components.schemas.Quantity.pattern = '^0x(?:[0-9a-f]+)*$'),
    schema('Quantity/pattern'),
    /backtracks/,
  ],
  [
    'alternatives that match the same',
    (d) => (d.components.schemas.Quantity.pattern = '^(?:0x|0x[0-9a-f]|[0-9a-fx])*$'),
    schema('Quantity/pattern'),
    /backtracks/,
  ],
  [
    'two repetitions in a row of the same characters',
    (d) => (d.components.schemas.Quantity.pattern = '^0x[0-9]*[0-9a-f]*$'),
    schema('Quantity/pattern'),
    /backtracks/,
  ],
  [
    'a pattern without its end',
    (d) => (d.components.schemas.EvmAddress.pattern = '^0x[0-9a-fA-F]{40}'),
    schema('EvmAddress/pattern'),
    /end with \$/,
  ],
  ['a method named as a member of the client', (d) => (d.methods[0].name = 'batch'), at(0, '/name'), /every client/],
  ['a method that makes the client a promise', (d) => (d.methods[0].name = 'then'), at(0, '/name'), /every client/],
  [
    'a method named as a member of every object',
    (d) => (d.methods[0].name = 'toString'),
    at(0, '/name'),
    /every client/,
  ],
  [
    'a component named as a generated type',
    (d) => (d.components.schemas.Params = { title: 'Params', description: 'Some params.', type: 'string' }),
    schema('Params'),
    /has already/,
  ],
  [
    'a component named as a type of the language',
    (d) => (d.components.schemas.Promise = { title: 'Promise', description: 'A promise.', type: 'string' }),
    schema('Promise'),
    /has already/,
  ],
  [
    'a component that nothing uses',
    (d) => (d.components.schemas.Extra = { title: 'Extra', description: 'Something else.', type: 'string' }),
    schema('Extra'),
    /nothing refers to Extra/,
  ],
  [
    'HTTP 200 for a caller without a key',
    (d) => (d['x-errors'].unauthorized.httpStatus = 200),
    '/x-errors/unauthorized/httpStatus',
    /401 or 403/,
  ],
  [
    'HTTP 500 for wrong params',
    (d) => (d['x-errors']['invalid-params'].httpStatus = 500),
    '/x-errors/invalid-params/httpStatus',
    /wrong params/,
  ],
  [
    'HTTP 200 for a fault of the gateway',
    (d) => (d['x-errors']['internal-error'].httpStatus = 200),
    '/x-errors/internal-error/httpStatus',
    /500 or 502/,
  ],
  [
    'an HTTP status that is none',
    (d) => (d['x-errors'].unauthorized.httpStatus = 999),
    '/x-errors/unauthorized/httpStatus',
    /<= 599|401 or 403/,
  ],
  [
    'a code of the gateway changed to one in use',
    (d) => (d.components.errors['daily-credits-exhausted'].code = -32005),
    '/x-errors/daily-credits-exhausted/httpStatus',
    /does not go with code -32005/,
  ],
  [
    'a code of the gateway given to two errors',
    (d) => (d.components.errors['key-daily-credits-exhausted'].code = -33000),
    '/components/errors/key-daily-credits-exhausted/code',
    /code of daily-credits-exhausted already/,
  ],
  [
    'a code that nodes use for errors of their own',
    (d) => (d.components.errors['no-upstream'].code = 42),
    '/components/errors/no-upstream/code',
    /no code of JSON-RPC/,
  ],
  [
    'a charge for a call that is not forwarded',
    (d) => (d['x-errors'].unauthorized.isCharged = true),
    '/x-errors/unauthorized/isCharged',
    /cannot be charged/,
  ],
  [
    'an EVM address in a Solana method',
    (d) => (d.methods[balance].params[0].schema.$ref = '#/components/schemas/EvmAddress'),
    at(balance, '/params/0/schema'),
    /solana, but takes an EVM address/,
  ],
  [
    'a public key in an EVM method',
    (d) => (d.methods[storage].params[0].schema.$ref = '#/components/schemas/Pubkey'),
    at(storage, '/params/0/schema'),
    /evm, but takes a Solana public key/,
  ],
  [
    'a required member that is not described',
    (d) => d.components.schemas.TokenAmount.required.push('decimal'),
    schema('TokenAmount/required/4'),
    /decimal is required/,
  ],
  [
    'bounds that nothing can keep',
    (d) => (d.components.schemas.EncodedAccountData.minItems = 3),
    schema('EncodedAccountData/minItems'),
    /nothing fits/,
  ],
  [
    'a variable of a server that is not declared',
    (d) => delete d.servers[0].variables.key,
    '/servers/0/url',
    /key is not among the variables/,
  ],
  [
    'a variable of a server that is not used',
    (d) => (d.servers[1].url = 'ws://127.0.0.1:8545/ws'),
    '/servers/1/variables/network',
    /does not stand in the url/,
  ],
  ['a version that is none', (d) => (d.info.version = 'next'), '/info/version', /semver/],
  [
    'an extension declared twice',
    (d) => d['x-extensions'].push(structuredClone(d['x-extensions'][0])),
    `/x-extensions/${own()['x-extensions'].length}/name`,
    /declared twice/,
  ],
]

/** Mistakes that JSON.parse keeps to itself, or names without their place. */
export const textMutations: readonly TextMutation[] = [
  [
    'a key that stands twice: 255 credits become 25',
    (text) => text.replace('"x-credits": 255', '"x-credits": 255,\n      "x-credits": 25'),
    at(logs, '/x-credits'),
    /"x-credits" stands twice/,
  ],
  ['a comma before a bracket', (text) => text.replace('"params": []', '"params": [,]'), '', /is not JSON/],
  ['a file that ends too early', (text) => text.slice(0, -20), '', /is not JSON/],
  ['a comment', (text) => text.replace('"methods": [', '// the methods\n  "methods": ['), '', /is not JSON/],
]

const renamed = (d: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(d).replaceAll(`/${from}"`, `/${to}"`).replaceAll(`"${from}"`, `"${to}"`))

/** Changes that were taken for mistakes, or could be. */
export const harmless: readonly Harmless[] = [
  [
    'a component renamed in all places: Pubkey',
    (d) => Object.assign(d, renamed(d, 'Pubkey', 'PublicKey')),
    'what is checked as base58 follows from the pattern of the component, not from its name',
  ],
  [
    'a description that ends a comment: */',
    (d) => (d.methods[0].description += ' A glob: src/**/*.ts, and */ too.'),
    'it is escaped where it becomes a comment; the client compiles',
  ],
  [
    'a price of 0',
    (d) => (d.methods[0]['x-credits'] = 0),
    'a method may be free; the throttle and the limits of connections remain',
  ],
]
