import { addSchemas, createAjv } from '../../../src/contract/schemas.js'
import { effectOf, familyOf } from '../../../src/tools/import/derive.js'
import { type ImportOptions, importContract } from '../../../src/tools/import/import-contract.js'
import { priceOf } from '../../../src/tools/import/prices.js'
import { executionCalls, vectorText } from '../../conformance/vector-files.js'
import { builtIn, shipped, shippedNames } from '../../contract/shipped-contract.js'

const imported = (document: unknown, settings: Partial<ImportOptions> = {}) =>
  importContract(document, { base: builtIn(), known: shippedNames.map(shipped), credits: 100, ...settings })

/** Ethereum's own OpenRPC document (ethereum/execution-apis, CC0-1.0). */
const official = JSON.parse(vectorText('evm.execution-apis.openrpc.json.gz')) as { methods: { name: string }[] }

describe("Ethereum's own document", () => {
  const { contract, notes } = imported(official, { prices: { eth_getBalance: 7, 'txpool_*': 3 }, credits: undefined })
  const methods = new Map((contract?.methods ?? []).map((method) => [method.name, method]))
  const names = official.methods.map(({ name }) => name)

  test('gives every method but those of the engine and of debugging, what the gateway has itself, and what has no price', () => {
    const own = builtIn().methods.map(({ name }) => name)
    const left = names.filter((name) => !methods.has(name))
    const priceless = ['eth_coinbase', 'eth_fillTransaction', 'eth_sendTransaction', 'eth_sign', 'eth_signTransaction']
    expect(left).toEqual(
      names.filter((name) => name.startsWith('debug_') || own.includes(name) || priceless.includes(name)),
    )
    for (const name of left)
      expect(notes).toContainEqual(
        expect.objectContaining({ kind: 'left-out', method: name, message: expect.any(String) }),
      )
    expect(notes).toContainEqual(
      expect.objectContaining({ method: 'eth_sign', message: 'it has no price: say --credits or --prices' }),
    )
  })

  test('has the facts that we know, the prices that were given, and places by the types of the params', () => {
    expect(methods.get('eth_getBalance')).toMatchObject({
      'x-credits': 7,
      'x-effect': 'read',
      'x-finality': 'block',
      'x-position': { kind: 'block', param: 1 },
    })
    expect(methods.get('eth_call')).toMatchObject({
      'x-credits': 160,
      'x-contracts': { addresses: ['/0/to'], beside: expect.arrayContaining(['/0/input', '/1']) },
      'x-position': { kind: 'block', param: 1 },
    })
    expect(methods.get('eth_sendRawTransaction')).toMatchObject({ 'x-effect': 'write' })
    expect(methods.get('eth_newFilter')).toMatchObject({
      'x-effect': 'stateful',
      'x-position': { kind: 'block-range', param: 0 },
    })
    expect(methods.get('txpool_status')).toMatchObject({ 'x-credits': 3, 'x-finality': 'never' })
  })

  test('fits what the test vectors of Ethereum ask and answer', () => {
    const ajv = createAjv()
    addSchemas(ajv, contract as never)
    const asked = executionCalls().filter(({ method }) => methods.has(method))
    expect(asked.length).toBeGreaterThan(60)
    const wrong = asked.filter(({ method, requestRaw, responseRaw }) => {
      const { result } = JSON.parse(responseRaw) as { result?: unknown }
      if (result === undefined) return false
      const { params = [] } = JSON.parse(requestRaw) as { params?: unknown[] }
      return !ajv.validate(`${method}.params`, params) || !ajv.validate(`${method}.structure`, result)
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

/** A document of one method, whose parameter or result has a schema. */
const documentOf = (schema: unknown, { method = {}, ...others }: { method?: object; components?: object } = {}) => ({
  openrpc: '1.4.1',
  info: { title: 'T', version: '1' },
  methods: [
    {
      name: 'eth_getThing',
      params: [{ name: 'Some thing', required: true, schema }],
      result: { name: 'Answer', schema: { type: 'string' } },
      ...method,
    },
  ],
  ...others,
})

/** A case's name, a schema, and members of the schema that it becomes. */
const conversions: [string, unknown, object][] = [
  ['a length becomes a pattern', { type: 'string', minLength: 2, maxLength: 4 }, { pattern: '^[\\s\\S]{2,4}$' }],
  ['one value becomes a list of one', { const: 'x' }, { enum: ['x'] }],
  [
    'alternatives of whole texts become a group',
    { type: 'string', pattern: '^0x[0-9a-f]+$|^latest$' },
    { pattern: '^(?:0x[0-9a-f]+|latest)$' },
  ],
  ['the beginning of a text becomes the whole', { type: 'string', pattern: '^te' }, { pattern: '^te[\\s\\S]*$' }],
  ['a format is not checked', { type: 'string', format: 'uri' }, { type: 'string' }],
  [
    'null beside a type is an alternative',
    { type: 'string', nullable: true },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ],
  [
    'one of several is any of several',
    { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
    { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
  ],
  [
    'a closed object is opened, so that what a node takes beside is passed on',
    { type: 'object', properties: { maxFee: { type: 'string' } }, additionalProperties: false },
    { properties: { maxFee: { description: 'Max fee.', type: 'string' } }, additionalProperties: true },
  ],
]

test('schemas are written with the keywords that a contract has', () => {
  const params = conversions.map(([name, schema]) => ({ name, required: true, schema }))
  const { contract } = imported(documentOf({}, { method: { params } }))
  for (const [index, [what, , expected]] of conversions.entries()) {
    const name = contract!.methods[0]!.params[index]!.schema.$ref!.split('/').at(-1)!
    expect([what, contract!.components.schemas[name]]).toEqual([what, expect.objectContaining(expected)])
  }
})

test('what cannot be said is said to be missing: circles, references that lead nowhere, patterns that backtrack, unknown keywords', () => {
  const components = {
    schemas: {
      Tree: {
        type: 'object',
        properties: { inner: { $ref: '#/components/schemas/Tree' }, far: { $ref: 'https://example.org/x.json' } },
      },
    },
  }
  const { contract, notes } = imported(
    documentOf(
      { $ref: '#/components/schemas/Tree', title: 'a tree' },
      {
        components,
        method: {
          result: {
            name: 'a',
            schema: { anyOf: [{ pattern: '^(a+)+$', contentSchema: {} }, { pattern: '^a\\\\|b$' }] },
          },
        },
      },
    ),
  )
  expect(contract?.methods).toHaveLength(1)
  const messages = notes.map(({ message }) => message)
  expect(messages).toContainEqual('#/components/schemas/Tree leads back to itself: any value is taken there')
  expect(messages).toContainEqual('https://example.org/x.json leads nowhere: any value is taken there')
  expect(messages).toContainEqual(expect.stringContaining('the pattern ^(a+)+$ is not checked'))
  expect(messages).toContainEqual(expect.stringContaining('the pattern ^a\\\\|b$ is not checked'))
  expect(messages).toContainEqual('contentSchema is not checked')
})

test.each<[string, object, string]>([
  ['by name', { paramStructure: 'by-name' }, 'its params are by name, and calls are served by position'],
  [
    'with a parameter of another document',
    { params: [{ $ref: './common.json#/Block' }, { name: 'keys', required: true, schema: { type: 'string' } }] },
    'its parameter 0 is no object, or a reference that leads nowhere',
  ],
  [
    'with a parameter that refers to itself',
    { params: [{ $ref: '#/methods/0/params/0' }] },
    'its parameter 0 is no object, or a reference that leads nowhere',
  ],
  [
    'with a result of another document',
    { result: { $ref: './common.json#/Block' } },
    'its result is no object, or a reference that leads nowhere',
  ],
  ['never answered', { result: undefined }, 'it has no result: a notification is never answered'],
  ['of the engine', { name: 'engine_newPayloadV4' }, 'the engine API is for the consensus client of a node'],
  [
    'of a shipped contract',
    { name: 'debug_traceCall' },
    'it costs a node much: take what you need from the contract ethereum-debug',
  ],
  ['of the built-in contract', { name: 'eth_subscribe' }, 'the built-in contract has it'],
  [
    'a subscription without an end',
    { name: 'acme_subscribe' },
    'acme_unsubscribe, which ends it, is not in the document',
  ],
  ['an end without a subscription', { name: 'acmeUnsubscribe' }, 'acmeSubscribe is not in the document'],
  [
    'a subscription of another form',
    { name: 'acme_subscribeBlocks' },
    'subscriptions are begun by *_subscribe or *Subscribe',
  ],
])('a method that is %s is left out, with the reason', (_what, method, message) => {
  const { contract, notes } = imported(documentOf({ type: 'string' }, { method }), { family: 'evm' })
  expect(contract).toBeUndefined()
  expect(notes).toContainEqual(expect.objectContaining({ kind: 'left-out', message }))
})

test('what is no method with a name is left out, with its place', () => {
  const methods = [
    { name: 'acme_get', params: [], result: { name: 'a', schema: { type: 'string' } } },
    null,
    { name: 5 },
  ]
  const { contract, notes } = imported({ methods }, { family: 'evm' })
  expect(contract?.methods).toHaveLength(1)
  expect(notes.filter(({ kind }) => kind === 'left-out')).toEqual([
    { kind: 'left-out', path: '/methods/1', message: 'it is no method with a name' },
    { kind: 'left-out', path: '/methods/2', message: 'it is no method with a name' },
  ])
})

describe('the subscriptions of a document', () => {
  const id = { name: 'subscriptionId', required: true, schema: { type: 'string' } }
  const method = (name: string, params: object[], result: object | undefined) => ({ name, params, result })
  const answer = { name: 'id', schema: { type: 'string' } }
  const isDone = { name: 'ok', schema: { type: 'boolean' } }
  const block = { type: 'object', properties: { number: { type: 'string' } } }

  test('of one name become kinds, with the event that the document describes', () => {
    const kind = { name: 'kind', required: true, schema: { type: 'string', enum: ['blocks', 'reorgs'] } }
    const document = {
      methods: [
        method('acme_subscribe', [kind, { name: 'options', required: true, schema: { type: 'object' } }], answer),
        method('acme_unsubscribe', [id], isDone),
        method(
          'acme_subscription',
          [
            { name: 'subscription', schema: {} },
            { name: 'result', schema: block },
          ],
          undefined,
        ),
      ],
    }
    const prices = { 'acme_subscription:blocks': 7 }
    const { contract, notes } = imported(document, { family: 'evm', prices, credits: 5 })
    const [begin, end] = contract!.methods
    const event = { $ref: '#/components/schemas/AcmeSubscribeEvent' }
    const params = [expect.objectContaining({ name: 'options', required: true })]
    expect(begin).toMatchObject({
      'x-effect': 'subscription',
      'x-credits': 5,
      'x-subscription': {
        notification: 'acme_subscription',
        unsubscribe: 'acme_unsubscribe',
        kind: '/0',
        kinds: {
          blocks: { source: 'node', state: 'every', params, event, 'x-credits': 7 },
          reorgs: { source: 'node', state: 'every', params, event, 'x-credits': 5 },
        },
      },
    })
    expect(contract!.components.schemas.AcmeSubscribeEvent).toMatchObject(block)
    expect(begin).not.toHaveProperty('x-contracts')
    expect(end).toMatchObject({ 'x-effect': 'subscription', 'x-credits': 0, 'x-contracts': 'open' })
    expect(end!.params[0]!.schema).toEqual(begin!.result.schema)
    const said = notes.filter(({ method: name, kind: what }) => name === 'acme_subscribe' && what === 'guessed')
    expect(said.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'its events have the schema of acme_subscription',
        'an event acme_subscription:blocks costs 7 credits: --prices can name it; state is every',
        'an event acme_subscription:reorgs costs 5 credits: --prices can name it; state is every',
      ]),
    )
  })

  test('of Solana have one kind, whose event is any value where the document does not say more', () => {
    const config = { name: 'config', schema: { type: 'object', properties: { commitment: { type: 'string' } } } }
    const document = {
      methods: [
        method('blockSubscribe', [{ name: 'filter', required: true, schema: {} }, config], {
          name: 'id',
          schema: { type: 'integer' },
        }),
        method('blockUnsubscribe', [{ ...id, schema: { type: 'integer' } }], isDone),
      ],
    }
    const { contract, notes } = imported(document, { family: 'solana', credits: 20 })
    expect(contract!.methods[0]).toMatchObject({
      'x-position': { kind: 'none' },
      'x-subscription': {
        notification: 'blockNotification',
        unsubscribe: 'blockUnsubscribe',
        kinds: { blockNotification: { source: 'node', state: 'every', 'x-credits': 20 } },
      },
    })
    expect(notes).toContainEqual(
      expect.objectContaining({
        kind: 'guessed',
        method: 'blockSubscribe',
        message: 'its notification is blockNotification; the document has no schema of an event: any value is one',
      }),
    )
  })
})

test('an optional parameter before a required one must be given, and may be null', () => {
  const params = [
    { name: 'first one', schema: { type: 'string' } },
    { name: 'second', required: true, schema: { type: 'boolean' } },
  ]
  const { contract } = imported(documentOf({}, { method: { params } }))
  const [first] = contract!.methods[0]!.params
  expect(first).toMatchObject({ name: 'firstOne', required: true })
  expect(contract!.components.schemas.FirstOneOrNull).toMatchObject({ anyOf: [expect.anything(), { type: 'null' }] })
})

test.each<[string, object]>([
  ['a method', { method: { description: 'POST https://eth.example/v2/{apiKey}.' } }],
  ['a schema', { components: { schemas: { Thing: { description: 'One of {chain}.', type: 'string' } } } }],
])('braces in the description of %s are text', (_what, parts) => {
  const { contract, notes } = imported(documentOf({ $ref: '#/components/schemas/Thing' }, parts), { family: 'evm' })
  expect(notes.filter(({ kind }) => kind === 'left-out')).toEqual([])
  expect(contract?.methods).toHaveLength(1)
})

test('names tell family and effect; what they do not tell is a write', () => {
  expect(familyOf(['eth_getBalance', 'net_version'])).toBe('evm')
  expect(familyOf(['getBalance', 'sendTransaction'])).toBe('solana')
  expect(familyOf(['add', 'subtract'])).toBeUndefined()
  const effects = {
    eth_newFilter: 'stateful',
    eth_sendBundle: 'write',
    ots_getBlockDetails: 'read',
    eth_createAccessList: 'read',
    foo_bar: 'write',
  }
  for (const [name, effect] of Object.entries(effects)) expect([name, effectOf(name).value]).toEqual([name, effect])
})

test('a price by name is stronger than one by pattern, a longer pattern than a shorter', () => {
  const prices = { '*': 1, 'eth_*': 2, 'eth_get*': 3, eth_getCode: 4 }
  expect(['net_version', 'eth_call', 'eth_getLogs', 'eth_getCode'].map((name) => priceOf(name, prices))).toEqual([
    1, 2, 3, 4,
  ])
  expect(priceOf('net_version', { 'eth_*': 2 })).toBeUndefined()
})
