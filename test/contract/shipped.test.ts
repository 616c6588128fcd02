import { lintOwn } from '../../scripts/generate/lint-own.js'
import { withFilledProse } from '../../src/contract/prose.js'
import { addSchemas, createPlainAjv } from '../../src/contract/schemas.js'
import { withCommonErrors } from '../../src/contract/with-errors.js'
import { executionCalls } from '../conformance/vector-files.js'
import { builtIn, joined, shipped, shippedNames } from './shipped-contract.js'

const ajv = createPlainAjv()
addSchemas(ajv, withCommonErrors(joined(allOf())))

function allOf() {
  const parts = shippedNames.map(shipped)
  return {
    methods: parts.flatMap(({ methods }) => methods),
    components: { ...parts[0]!.components, schemas: Object.assign({}, ...parts.map((one) => one.components.schemas)) },
  }
}

/**
 * Returns the mistake that the validator of a method's params, of its result, or of the structure
 * of its result finds in a value; undefined if it finds nothing.
 */
const mistakeIn = (method: string, kind: 'params' | 'result' | 'structure', value: unknown): string | undefined => {
  const validate = ajv.getSchema(`${method}.${kind}`)
  if (validate === undefined) return `${method} is not in the contract`
  if (validate(value)) return undefined
  const { instancePath, message } = validate.errors!.at(-1)!
  return `${method} ${kind}${instancePath} ${message}`
}

const address = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const hash = `0x${'5b'.repeat(32)}`
const pubkey = 'G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL'
const signature = '4RihoM2z7mfr9GjMukXzho6Nzfz6R1pL4xu1yC9dHicnUTe1HoqApBDq8MGWvmTQ68zhuBzTYRJZXEUMUw8ocuEC'

/** Returns the components that both a shipped contract and the built-in one have. */
const repeatedIn = (name: (typeof shippedNames)[number]) => {
  // A shipped contract has numbers in its prose where the built-in one has their names.
  const schemas = withFilledProse(builtIn(), builtIn().components.schemas)
  return Object.entries(shipped(name).components.schemas)
    .filter(([component]) => component in schemas)
    .map(([component, schema]) => ({ component, schema, original: schemas[component] }))
}

describe.each(shippedNames)('the shipped contract %s', (name) => {
  test('has no mistake when it stands beside the built-in one', () => {
    // Their prose also gives limits of nodes, which are not limits of the contract.
    const mistakes = lintOwn(joined(shipped(name))).filter(({ message }) => !/no price and no limit/.test(message))
    expect(mistakes).toEqual([])
  })

  test('repeats components of the built-in contract without a change', () => {
    for (const { component, schema, original } of repeatedIn(name))
      expect({ [component]: schema }).toEqual({ [component]: original })
  })

  test('says of each method how it may be asked, and where it comes from', () => {
    for (const method of shipped(name).methods) {
      expect(method).toMatchObject({
        'x-source': expect.any(String),
        'x-effect': expect.stringMatching(/^(read|write|stateful)$/),
      })
    }
  })
})

test('schemas that promise to pass further members on do so', () => {
  const promising = shippedNames.flatMap((name) =>
    Object.entries(shipped(name).components.schemas).filter(([, { description }]) =>
      /further members/.test(description ?? ''),
    ),
  )
  expect(promising.length).toBeGreaterThan(15)
  for (const [component, { additionalProperties }] of promising)
    expect({ component, additionalProperties }).toEqual({ component, additionalProperties: true })
})

test('some of the shipped contracts repeat components', () => {
  expect(shippedNames.flatMap(repeatedIn).length).toBeGreaterThan(10)
})

/** Returns every text that a reader of the docs page or of a client's types may see. */
const proseIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        (key === 'summary' || key === 'description') && typeof inner === 'string' ? [inner] : proseIn(inner),
      )

test('no text for readers names an extension of the contract, or the source of a description', () => {
  const { methods, components } = allOf()
  const { info, 'x-errors': errors } = builtIn()
  const texts = proseIn({ methods, components, info, errors })
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((text) => /\bx-[a-z]+|Source: /.test(text))).toEqual([])
})

test('writes and filters are marked as what they are, and all else as reads', () => {
  const others = allOf().methods.filter(
    ({ name, 'x-effect': effect }) => effect !== 'read' && !/^(evm|anvil|hardhat)_/.test(name),
  )
  expect(Object.fromEntries(others.map(({ name, 'x-effect': effect }) => [name, effect]))).toEqual({
    eth_sendRawTransaction: 'write',
    eth_sendRawTransactionSync: 'write',
    sendTransaction: 'write',
    requestAirdrop: 'write',
    eth_newFilter: 'stateful',
    eth_newBlockFilter: 'stateful',
    eth_newPendingTransactionFilter: 'stateful',
    eth_getFilterChanges: 'stateful',
    eth_getFilterLogs: 'stateful',
    eth_uninstallFilter: 'stateful',
  })
})

test('what changes a chain for tests is a write', () => {
  const reads = shipped('anvil').methods.filter((method) => method['x-effect'] !== 'write')
  expect(reads.map(({ name }) => name)).toEqual([
    'anvil_getAutomine',
    'hardhat_getAutomine',
    'anvil_getIntervalMining',
    'anvil_metadata',
    'hardhat_metadata',
  ])
})

test.each<[string, unknown[]]>([
  ['eth_call', [{ to: address, data: '0x06fdde03' }, 'latest']],
  ['eth_call', [{ to: address, input: '0x06fdde03' }]],
  ['eth_call', [{ from: null, to: address, gas: null, data: '0x06fdde03' }, null]],
  ['eth_call', [{ to: address }, { blockHash: hash, requireCanonical: true }]],
  ['eth_call', [{ to: address }, 'latest', { [address]: { code: '0x00', stateDiff: { [hash]: hash } } }]],
  ['eth_call', [{ to: address }, 'latest', {}, { number: '0x1', time: '0x10', baseFee: '0x0' }]],
  ['eth_call', [{ to: address, feeCurrency: address }, '0x0010']],
  ['eth_estimateGas', [{ from: address, data: '0x6001', type: '0x2', maxFeePerGas: '0x10', accessList: [] }]],
  ['eth_estimateGas', [{ to: address, accessList: [{ address, storageKeys: [hash] }], chainId: '0x1', type: '0x1' }]],
  [
    'eth_estimateGas',
    [
      {
        to: address,
        type: '0x4',
        authorizationList: [{ chainId: '0x1', address, nonce: '0x0', yParity: '0x0', r: hash, s: hash }],
      },
      'pending',
    ],
  ],
  ['eth_getBalance', [address.toUpperCase().replace('0X', '0x')]],
  ['eth_getBlockByNumber', ['latest', false]],
  ['eth_getBlockByNumber', ['0x0', true]],
  ['eth_feeHistory', ['0xa', 'latest', [10, 50.5, 90]]],
  ['eth_feeHistory', [4, 'pending', []]],
  ['eth_getProof', [address, ['0x0', hash], 'latest']],
  ['eth_gasPrice', []],
  ['eth_sendRawTransaction', ['0x02f8']],
  ['eth_sendRawTransactionSync', ['0x02f8']],
  ['eth_sendRawTransactionSync', ['0x02f8', 5000]],
  ['eth_sendRawTransactionSync', ['0x02f8', '0x1388']],
  ['eth_accounts', []],
  ['eth_newFilter', [{ address: [address], topics: [null, [hash, hash]] }]],
  ['getBalance', [pubkey]],
  ['getBalance', [pubkey, { commitment: 'confirmed' }]],
  ['getAccountInfo', [pubkey, { encoding: 'base64', commitment: 'processed', dataSlice: null, minContextSlot: 5 }]],
  ['getLatestBlockhash', []],
  ['getLatestBlockhash', [null]],
  ['getSignatureStatuses', [[signature]]],
  ['getTransaction', [signature, 'json']],
  ['getTransaction', [signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }]],
  ['getBlocks', [5, { commitment: 'finalized' }]],
  ['getBlocks', [5, 10, { commitment: 'finalized' }]],
  [
    'getProgramAccounts',
    [
      pubkey,
      {
        encoding: 'base64',
        filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: pubkey } }, 'tokenAccountState'],
      },
    ],
  ],
  [
    'sendTransaction',
    [
      `${'AQAB'.repeat(45)}/+==`,
      { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0 },
    ],
  ],
  [
    'simulateTransaction',
    ['AQAB'.repeat(45), { encoding: 'base64', sigVerify: true, accounts: { encoding: 'base64', addresses: [] } }],
  ],
  ['getRecentPrioritizationFees', []],
  ['getLeaderSchedule', [{ identity: pubkey }]],
])('%s takes %j, as clients send it', (method, params) => {
  expect(mistakeIn(method, 'params', params)).toBeUndefined()
})

test.each<[string, unknown[]]>([
  ['eth_call', [{ to: 'vitalik.eth' }, 'latest']],
  ['eth_call', []],
  ['eth_getBalance', [address, 'newest']],
  ['eth_getBlockByNumber', ['latest']],
  ['eth_sendRawTransaction', ['0x123']],
  ['getBalance', ['0xabc']],
  ['getLatestBlockhash', [{ commitment: 'max' }]],
  ['getSignatureStatuses', [signature]],
])('%s refuses %j', (method, params) => {
  expect(mistakeIn(method, 'params', params)).toEqual(expect.any(String))
})

const pendingBlock = {
  number: null,
  hash: null,
  nonce: null,
  miner: null,
  parentHash: hash,
  timestamp: '0x1',
  transactions: [],
}
const deposit = {
  hash,
  type: '0x7e',
  from: address,
  to: null,
  value: '0x0',
  gas: '0x5208',
  nonce: '0x0',
  input: '0x',
  sourceHash: hash,
  mint: '0x0',
  isSystemTx: false,
  v: '0x0',
  r: '0x0',
  s: '0x0',
}

test.each<[string, string, unknown]>([
  ['a pending block', 'eth_getBlockByNumber', pendingBlock],
  [
    'a block of a chain that leaves members out',
    'eth_getBlockByNumber',
    { ...pendingBlock, stateRoot: '0x', l1BatchNumber: 7 },
  ],
  ['a deposit of an OP chain', 'eth_getTransactionByHash', deposit],
  [
    'a pending transaction',
    'eth_getTransactionByHash',
    { ...deposit, blockHash: null, blockNumber: null, chainId: null },
  ],
  [
    'progress with members of its own',
    'eth_syncing',
    { currentBlock: '0x1', highestBlock: '0x2', stages: [], batchSeen: 4 },
  ],
  ['a network id as a number', 'net_version', 1],
  [
    'fees without rewards',
    'eth_feeHistory',
    { oldestBlock: '0x1', baseFeePerGas: ['0x1', null], gasUsedRatio: [null], reward: null },
  ],
  ['an unknown state', 'eth_getBalance', null],
  ['whole transactions of a filter', 'eth_getFilterChanges', [deposit]],
  [
    'a big account',
    'getAccountInfo',
    {
      context: { slot: 1 },
      value: { data: '', executable: false, lamports: 2 ** 63, owner: pubkey, rentEpoch: 2 ** 64 },
    },
  ],
  [
    'a failed transaction',
    'getSignatureStatuses',
    {
      context: { slot: 1 },
      value: [null, { slot: 1, confirmations: 3, err: { InstructionError: [0, { Custom: 1 }] } }],
    },
  ],
  ['a version of another client', 'getVersion', { 'solana-core': '0.600.1', 'feature-set': null }],
  [
    'an old transaction without meta',
    'getTransaction',
    { slot: 1, blockTime: null, meta: null, transaction: 'base58' },
  ],
])('%s is no gap of the contract: %s', (_what, method, result) => {
  expect(mistakeIn(method, 'structure', result)).toBeUndefined()
})

test('a transaction of Tempo, which has calls in the place of value and input, fits the contract', () => {
  const { value: _, input: __, to: ___, ...others } = deposit
  const tempo = { ...others, type: '0x76', calls: [{ to: address, value: '0x0', input: '0x' }], feeToken: address }
  expect(mistakeIn('eth_getTransactionByHash', 'result', tempo)).toBeUndefined()
  expect(mistakeIn('eth_getTransactionByHash', 'result', { ...tempo, from: undefined })).toEqual(expect.any(String))
})

/**
 * Calls that the node of the vectors refuses. The contract refuses them before the node gets them.
 */
const malformed = ['eth_getStorageAt/get-storage-invalid-key']

test("holds what Ethereum's own test vectors ask and answer", () => {
  const items = executionCalls()
  expect(items.length).toBeGreaterThan(80)
  const mistakes = items.flatMap(({ name, method, requestRaw, responseRaw }) => {
    const { params = [] } = JSON.parse(requestRaw) as { params?: unknown[] }
    const { result } = JSON.parse(responseRaw) as { result?: unknown }
    const asked = malformed.includes(name) ? undefined : mistakeIn(method, 'params', params)
    if (result === undefined) return asked ?? []
    return [asked, mistakeIn(method, 'result', result), mistakeIn(method, 'structure', result)].flatMap(
      (one) => one ?? [],
    )
  })
  expect(mistakes).toEqual([])
  for (const name of malformed) {
    const { method, requestRaw } = items.find((item) => item.name === name)!
    expect(mistakeIn(method, 'params', JSON.parse(requestRaw).params)).toEqual(expect.any(String))
  }
})
