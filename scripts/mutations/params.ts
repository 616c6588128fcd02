import { atMethod, balance, logs, type Mutation, receipt, storage } from './mutation.js'

/** Mistakes in params, and in which of them chooses the state to read. */
export const paramMutations: readonly Mutation[] = [
  ['no position', (d) => delete d.methods[0]['x-position'], '/methods/0', /no x-position/],
  [
    'a position behind the params',
    (d) => (d.methods[storage]['x-position'].param = 3),
    `/methods/${storage}/x-position/param`,
    /no parameter 3/,
  ],
  [
    'a position without a parameter',
    (d) => delete d.methods[storage]['x-position'].param,
    `/methods/${storage}/x-position`,
    /param/,
  ],
  [
    'a required parameter after an optional one',
    (d) => d.methods[storage].params.push({ ...d.methods[storage].params[0], name: 'late' }),
    `/methods/${storage}/params/3/required`,
    /after an optional/,
  ],
  [
    'a completion that is no value of its parameter',
    (d) => (d.methods[storage].params[2]['x-completed-with'] = 'latst'),
    `/methods/${storage}/params/2/x-completed-with`,
    /pattern|anyOf|match/,
  ],
  [
    'a parameter twice',
    (d) => (d.methods[storage].params[1].name = 'address'),
    `/methods/${storage}/params/1/name`,
    /stands twice/,
  ],
  [
    'a parameter that is no identifier',
    (d) => (d.methods[storage].params[1].name = 'storage position'),
    `/methods/${storage}/params/1/name`,
    /cannot name/,
  ],
  [
    'a parameter without description',
    (d) => delete d.methods[storage].params[1].description,
    `/methods/${storage}/params/1`,
    /no description/,
  ],
  [
    'a schema in place of a reference',
    (d) => (d.methods[storage].params[1].schema = { type: 'string' }),
    `/methods/${storage}/params/1/schema`,
    /reference to a component/,
  ],
  [
    'a block position on an address',
    (d) => (d.methods[storage]['x-position'].param = 0),
    atMethod(storage, '/x-position'),
    /address is none; \{"kind":"block","param":2\} would fit/,
  ],
  [
    'a block range on no filter',
    (d) => (d.methods[receipt]['x-position'] = { kind: 'block-range', param: 0 }),
    atMethod(receipt, '/x-position'),
    /fromBlock and toBlock/,
  ],
  [
    'a commitment on no configuration object',
    (d) => (d.methods[balance]['x-position'].param = 0),
    atMethod(balance, '/x-position'),
    /an object with commitment/,
  ],
  [
    'another meaning of a block that is left out',
    (d) => (d.components.schemas.LogFilter.properties.toBlock.default = 'safe'),
    atMethod(logs, '/x-position'),
    /\/0\/toBlock has the default "safe", but the gateway takes a call without it for latest/,
  ],
  [
    'another meaning of a commitment that is left out',
    (d) => (d.components.schemas.BalanceConfig.properties.commitment.default = 'confirmed'),
    atMethod(balance, '/x-position'),
    /for finalized/,
  ],
  [
    'no position although a parameter is a block',
    (d) => (d.methods[storage]['x-position'] = { kind: 'none' }),
    atMethod(storage, '/x-position'),
    /"param":2\} and not none/,
  ],
  [
    'no position although a parameter has a range of blocks',
    (d) => (d.methods[logs]['x-position'] = { kind: 'none' }),
    atMethod(logs, '/x-position'),
    /"block-range","param":0\} and not none/,
  ],
  [
    'no position although a parameter has a commitment',
    (d) => (d.methods[balance]['x-position'] = { kind: 'none' }),
    atMethod(balance, '/x-position'),
    /"commitment","param":1\} and not none/,
  ],
  [
    'an EVM address in a Solana method',
    (d) => (d.methods[balance].params[0].schema.$ref = '#/components/schemas/EvmAddress'),
    atMethod(balance, '/params/0/schema'),
    /solana, but takes an EVM address/,
  ],
  [
    'an error of a limit that means something else on Solana',
    (d) => (d.methods[balance]['x-limits'].timeoutError = 'query-timeout'),
    atMethod(balance, '/x-limits'),
    /solana, where -32005/,
  ],
  [
    'a public key in an EVM method',
    (d) => (d.methods[storage].params[0].schema.$ref = '#/components/schemas/Pubkey'),
    atMethod(storage, '/params/0/schema'),
    /evm, but takes a Solana public key/,
  ],
  [
    'a completion of what may be left out anyway',
    (d) => (d.methods[storage].params[2].required = false),
    atMethod(storage, '/params/2/x-completed-with'),
    /block is optional/,
  ],
  [
    'a completion before a parameter that must be given',
    (d) => (d.methods[storage].params[0]['x-completed-with'] = `0x${'00'.repeat(20)}`),
    atMethod(storage, '/params/1/required'),
    /comes after an optional parameter, or one that is completed/,
  ],
]
