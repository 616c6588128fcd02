import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { components, type MethodName, methods } from '../../generated/methods.js'
import { validateParams, validateResult, validateStructure } from '../../generated/validators.js'
import { addSchemas, createAjv, createPlainAjv } from '../../src/contract/schemas.js'
import { runs } from '../support/runs.js'
import { readContract } from './contract-copy.js'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/** The whole check of a result, and that of its structure. */
const checksOf = (schemas: Readonly<Record<string, object>>) => {
  const ajv = createPlainAjv()
  addSchemas(ajv, {
    components: { schemas },
    methods: [{ name: 'm', params: [], result: { schema: ref('Own') } }],
  } as never)
  return { whole: ajv.getSchema('m.result')!, structure: ajv.getSchema('m.structure')! }
}

const address = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const hash = `0x${'ab'.repeat(32)}`
const pubkey = 'GoJdqNkvpf26BAX8cYsV3bb52kbBYt7vT5rqpPGGgK5F'
const names = Object.keys(methods) as MethodName[]

const accepted: readonly (readonly [MethodName, ...unknown[]])[] = [
  ['eth_blockNumber'],
  ['eth_getStorageAt', address, '0x0'],
  ['eth_getStorageAt', address, '0x', 'latest'],
  ['eth_getStorageAt', address, '0x0', null],
  ['eth_getStorageAt', '0x5FbDB2315678afecb367f032d93F642f64180aa3', '0xABC', '0x10B10B2'],
  ['eth_getStorageAt', address, `0x${'f'.repeat(64)}`, '0xffffffffffffffff'],
  ...['latest', 'earliest', 'pending', 'safe', 'finalized', hash].map(
    (block) => ['eth_getStorageAt', address, '0x1', block] as const,
  ),
  ['eth_getStorageAt', address, '0x1', { blockNumber: '0x1' }],
  ['eth_getStorageAt', address, '0x1', { blockHash: hash }],
  ['eth_getStorageAt', address, '0x1', { blockHash: hash, requireCanonical: true }],
  ['eth_getLogs', {}],
  ['eth_getLogs', { address: null, topics: null, fromBlock: null, toBlock: null, blockHash: null }],
  ['eth_getLogs', { address: [address, address], topics: [], fromBlock: '0xA', toBlock: 'latest' }],
  ['eth_getLogs', { topics: [null, hash, [hash, null], []] }],
  ['eth_getLogs', { address: [], limit: 5, unknown: true }],
  // The gateway refuses blockHash with a range, with a separate error.
  ['eth_getLogs', { blockHash: hash, fromBlock: '0x1' }],
  ['getTokenAccountsByOwner', pubkey, { mint: pubkey }],
  ['getTokenAccountsByOwner', pubkey, { programId: pubkey }, null],
  ['getTokenAccountsByOwner', pubkey, { mint: pubkey }, {}],
  [
    'getTokenAccountsByOwner',
    pubkey,
    { mint: pubkey },
    { encoding: 'base64+zstd', dataSlice: { offset: 0, length: 8 } },
  ],
  ['getTokenAccountsByOwner', pubkey, { mint: pubkey }, { dataSlice: { offset: 0, length: 8 } }],
  // The node judges the largest number of 64 bits.
  // biome-ignore lint/correctness/noPrecisionLoss: as JSON.parse reads it
  ['getTokenAccountsByOwner', pubkey, { mint: pubkey }, { minContextSlot: 18446744073709551615 }],
  ['getTokenAccountsByOwner', pubkey, { mint: pubkey }, { commitment: null, minContextSlot: 0, changedSinceSlot: 3 }],
  ['getTokenAccountBalance', pubkey],
  ['getTokenAccountBalance', pubkey, { commitment: 'processed' }],
]

/**
 * Calls that must be refused, with the place and the schema that the most general error must name.
 */
const refused: readonly (readonly [MethodName, readonly unknown[], instancePath: string, schemaPath: string])[] = [
  ['eth_blockNumber', [1], '', '#/maxItems'],
  ['eth_getStorageAt', [], '', '#/minItems'],
  ['eth_getStorageAt', [address], '', '#/minItems'],
  ['eth_getStorageAt', [address, '0x0', 'latest', 1], '', '#/maxItems'],
  ['eth_getStorageAt', [null, '0x0'], '/0', '#/components/schemas/EvmAddress/type'],
  ['eth_getStorageAt', ['0x1', '0x0'], '/0', '#/components/schemas/EvmAddress/pattern'],
  ['eth_getStorageAt', [address, '0xg'], '/1', '#/components/schemas/StoragePosition/pattern'],
  ['eth_getStorageAt', [address, `0x${'0'.repeat(65)}`], '/1', '#/components/schemas/StoragePosition/pattern'],
  ['eth_getStorageAt', [address, '0x0', 'bogus'], '/2', '#/components/schemas/BlockParameter/anyOf'],
  ['eth_getStorageAt', [address, '0x0', '0x10000000000000000'], '/2', '#/components/schemas/BlockParameter/anyOf'],
  ['eth_getStorageAt', [address, '0x0', '-0x10'], '/2', '#/components/schemas/BlockParameter/anyOf'],
  ['eth_getStorageAt', [address, '0x0', 1], '/2', '#/components/schemas/BlockParameter/anyOf'],
  ['eth_getStorageAt', [address, '0x0', {}], '/2', '#/components/schemas/BlockParameter/anyOf'],
  [
    'eth_getStorageAt',
    [address, '0x0', { blockHash: hash, blockNumber: '0x1' }],
    '/2',
    '#/components/schemas/BlockParameter/anyOf',
  ],
  ['eth_getStorageAt', [address, '0x0', 'latest\n'], '/2', '#/components/schemas/BlockParameter/anyOf'],
  ['eth_getLogs', [], '', '#/minItems'],
  ['eth_getLogs', [null], '/0', '#/components/schemas/LogFilter/type'],
  ['eth_getLogs', [[]], '/0', '#/components/schemas/LogFilter/type'],
  ['eth_getLogs', [{ fromBlock: 'newest' }], '/0/fromBlock', '#/components/schemas/BlockNumberOrTag/pattern'],
  ['eth_getLogs', [{ blockHash: '0x1' }], '/0/blockHash', '#/components/schemas/Hash32/pattern'],
  ['eth_getLogs', [{ address: 1 }], '/0/address', '#/components/schemas/AddressFilter/anyOf'],
  [
    'eth_getLogs',
    [{ topics: [hash, hash, hash, hash, hash] }],
    '/0/topics',
    '#/components/schemas/LogFilter/properties/topics/unlessNull/maxItems',
  ],
  ['eth_getLogs', [{ topics: ['0x1'] }], '/0/topics/0', '#/components/schemas/TopicFilter/anyOf'],
  ['eth_getTransactionReceipt', ['0x1'], '/0', '#/components/schemas/Hash32/pattern'],
  ['getTokenAccountsByOwner', [pubkey], '', '#/minItems'],
  ['getTokenAccountsByOwner', ['0OIl', { mint: pubkey }], '/0', '#/components/schemas/Pubkey/pattern'],
  ['getTokenAccountsByOwner', [pubkey, {}], '/1', '#/components/schemas/TokenAccountsFilter/minProperties'],
  [
    'getTokenAccountsByOwner',
    [pubkey, { mint: pubkey, programId: pubkey }],
    '/1',
    '#/components/schemas/TokenAccountsFilter/maxProperties',
  ],
  [
    'getTokenAccountsByOwner',
    [pubkey, { owner: pubkey }],
    '/1',
    '#/components/schemas/TokenAccountsFilter/additionalProperties',
  ],
  [
    'getTokenAccountsByOwner',
    [pubkey, { mint: pubkey }, { encoding: 'hex' }],
    '/2/encoding',
    '#/components/schemas/AccountEncoding/enum',
  ],
  [
    'getTokenAccountsByOwner',
    [pubkey, { mint: pubkey }, { minContextSlot: -1 }],
    '/2/minContextSlot',
    '#/components/schemas/MinContextSlot/minimum',
  ],
  [
    'getTokenAccountsByOwner',
    [pubkey, { mint: pubkey }, { minContextSlot: 1e30 }],
    '/2/minContextSlot',
    '#/components/schemas/MinContextSlot/maximum',
  ],
  [
    'getTokenAccountsByOwner',
    [pubkey, { mint: pubkey }, { minContextSlot: 1.5 }],
    '/2/minContextSlot',
    '#/components/schemas/MinContextSlot/type',
  ],
  [
    'getTokenAccountsByOwner',
    [pubkey, { mint: pubkey }, { encoding: 'jsonParsed', dataSlice: { offset: 0, length: 8 } }],
    '/2/encoding',
    '#/components/schemas/TokenAccountsConfig/dependencies/dataSlice/properties/encoding/enum',
  ],
  ['getTokenAccountBalance', [pubkey, { commitment: 'max' }], '/1/commitment', '#/components/schemas/Commitment/enum'],
  ['getTokenAccountBalance', [pubkey, 'finalized'], '/1', '#/components/schemas/BalanceConfig/type'],
]

describe('the generated validators', () => {
  test('are one module that imports nothing', () => {
    const source = readFileSync('generated/validators.ts', 'utf8')
    expect(source).not.toMatch(/\brequire\b|\bimport\b|\beval\b|new Function/)
  })

  test.each(accepted.map(([method, ...params]) => [method, params] as const))('%s accepts %j', (method, params) => {
    const validate = validateParams[method]
    expect([validate(params), validate.errors]).toEqual([true, null])
  })

  test.each(refused)('%s refuses %j', (method, params, instancePath, schemaPath) => {
    const validate = validateParams[method]
    expect(validate(params)).toBe(false)
    expect(validate.errors?.at(-1)).toMatchObject({ instancePath, schemaPath })
  })

  test('name a component with an expectation in every error below the list of params', () => {
    for (const [method, params] of refused) {
      validateParams[method](params)
      for (const { instancePath, schemaPath } of validateParams[method].errors ?? []) {
        if (instancePath === '') continue
        const component = /^#\/components\/schemas\/([^/]+)\//.exec(schemaPath)?.[1]
        expect(components[component ?? schemaPath]?.expected).toMatch(/^[A-Z].*[.]$/)
      }
    }
  })

  test('say the same as the schemas of openrpc.json in an ordinary Ajv', () => {
    const ajv = createAjv()
    addSchemas(ajv, readContract())
    const pool = [...accepted.flatMap(([, ...params]) => params), ...refused.flatMap(([, params]) => params)]
    const params = fc.array(fc.oneof(fc.constantFrom(...pool), fc.jsonValue()), { maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...names), params, (method, values) => {
        expect(validateParams[method](values)).toBe(ajv.validate(`${method}.params`, values))
      }),
    )
  })

  test('accept every example of the contract, params and result', () => {
    for (const { name, examples } of readContract().methods) {
      for (const { params, result } of examples) {
        expect(validateParams[name as MethodName](params.map(({ value }) => value))).toBe(true)
        expect(validateResult[name as MethodName](result.value)).toBe(true)
      }
    }
  })

  test('hold a receipt to root or status, or both; its structure to neither', () => {
    const receipt = readContract().methods.find(({ name }) => name === 'eth_getTransactionReceipt')?.examples[0]?.result
      .value
    const { status, ...neither } = receipt as { status: string }
    const validate = validateResult.eth_getTransactionReceipt
    expect([validate({ ...neither, status }), validate({ ...neither, root: hash }), validate(null)]).toEqual([
      true,
      true,
      true,
    ])
    expect([validate({ ...neither, status, root: hash }), validate({ ...neither, status, root: null })]).toEqual([
      true,
      true,
    ])
    expect([validate(neither), validate({ ...neither, root: null, status: null }), validate([])]).toEqual([
      false,
      false,
      false,
    ])
    const isSound = validateStructure.eth_getTransactionReceipt
    expect([isSound(neither), isSound({}), isSound({ status: {} }), isSound([])]).toEqual([true, true, false, false])
  })
})

describe('the structure of a result', () => {
  test('fits several alternatives of oneOf, which differ in what may be null', () => {
    const Address = { type: 'string', pattern: '^0x' }
    const sent = { type: 'object', properties: { to: ref('Address') }, required: ['to'] }
    const created = { type: 'object', properties: { to: { type: 'null' } }, required: ['to'] }
    const { whole, structure } = checksOf({ Address, Own: { oneOf: [sent, created] } })
    const values = [{ to: null }, { to: '0x1' }, { to: 1 }, { to: '1' }, 7]
    expect(values.map((value) => whole(value))).toEqual([true, true, false, false, false])
    expect(values.map((value) => structure(value))).toEqual([true, true, false, false, false])
  })

  test('has no conditions, which refuse more where their schema is looser', () => {
    const lenient = { required: ['a'], 'x-conformance': ['required'] }
    for (const condition of [{ not: lenient }, { if: { not: lenient }, else: { not: {} } }]) {
      const { whole, structure } = checksOf({ Own: { type: 'object', ...condition } })
      expect([{}, { a: 1 }].map((value) => whole(value))).toEqual([true, false])
      expect([{}, { a: 1 }, 7].map((value) => structure(value))).toEqual([true, true, false])
    }
  })

  test('is that of every result', () => {
    const names = ['a', 'b'] as const
    const { schema } = fc.letrec<{ schema: object }>((tie) => {
      const inner = tie('schema')
      const inners = fc.array(inner, { minLength: 1, maxLength: 2 })
      return {
        schema: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom({ type: 'null' }, { type: 'string' }, { enum: ['x'], 'x-conformance': ['enum'] }),
          fc.record(
            {
              type: fc.constant('object'),
              properties: fc.record({ a: inner, b: inner }, { requiredKeys: [] }),
              required: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
              'x-conformance': fc.constant(['required']),
            },
            { requiredKeys: ['type'] },
          ),
          fc.record({ oneOf: inners }),
          fc.record({ anyOf: inners }),
          fc.record({ oneOf: inners, allOf: inners, anyOf: inners }),
          fc.record({ not: inner }),
          fc.record({ if: inner, else: inner }),
        ),
      }
    })
    const leaf = fc.constantFrom(null, 'x', 'y', 1)
    const value = fc.oneof(leaf, fc.record({ a: leaf, b: leaf }, { requiredKeys: [] }))
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 5, maxLength: 5 }), (Own, values) => {
        const { whole, structure } = checksOf({ Own })
        for (const one of values) expect(!whole(one) || structure(one)).toBe(true)
      }),
      runs(800),
    )
  })
})
