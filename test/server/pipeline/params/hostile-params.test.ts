import fc from 'fast-check'
import { document } from '../../../../generated/document.js'
import { type MethodName, methods } from '../../../../generated/methods.js'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import { ADDRESS, HASH, post, startTestGateway } from '../../../support/gateway.js'
import { runs } from '../../../support/runs.js'
import { started } from '../../../support/started.js'

const OWNER = '4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'
const examplesOf = (method: MethodName): unknown[][] =>
  document.methods.find(({ name }) => name === method)!.examples.map(({ params }) => params.map(({ value }) => value))
/** Params to make hostile ones from. Other methods use the examples of the contract. */
const valid: Readonly<Partial<Record<MethodName, unknown[][]>>> = {
  eth_chainId: [[]],
  eth_blockNumber: [[]],
  eth_getStorageAt: [
    [ADDRESS, '0x0', 'latest'],
    [ADDRESS, '0x0', { blockHash: HASH }],
    [ADDRESS, '0x0', { blockNumber: '0x1' }],
  ],
  eth_getLogs: [
    [{ address: [ADDRESS], topics: [HASH, [HASH, null]], fromBlock: '0x1', toBlock: 'latest' }],
    [{ blockHash: HASH }],
  ],
  eth_getTransactionReceipt: [[HASH]],
  getTokenAccountsByOwner: [
    [OWNER, { mint: OWNER }, { encoding: 'base64', dataSlice: { offset: 0, length: 1 }, minContextSlot: 1 }],
  ],
  getTokenAccountBalance: [[OWNER, { commitment: 'finalized' }]],
}
/** Values that break code which trusts its input. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 64,
    '',
    '0x',
    '0X1',
    '0x-1',
    `0x${'f'.repeat(17)}`,
    `0x${'f'.repeat(64)}`,
    '1'.repeat(44),
    'safe',
    'earliest',
    [],
    [[]],
    {},
    [null],
    { toString: 1, valueOf: 1 },
    { length: 1e9 },
    { blockHash: null },
    { blockNumber: null },
    { blockHash: HASH, blockNumber: '0x1' },
    JSON.parse('{"__proto__":{"address":1}}'),
    { constructor: 1 },
    '\ud800',
    '\u0000',
    'x'.repeat(5_000),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Returns the value with one place in it replaced or added. */
const spoil = (value: unknown, at: readonly number[], by: unknown, name: string): unknown => {
  const [first = 0, ...rest] = at
  if (at.length === 0 || typeof value !== 'object' || value === null) return by
  if (Array.isArray(value)) {
    const index = first % (value.length + 1)
    return [...value.slice(0, index), spoil(value[index], rest, by, name), ...value.slice(index + 1)]
  }
  const keys = [...Object.keys(value), name]
  const key = keys[first % keys.length]!
  return { ...value, [key]: spoil((value as Record<string, unknown>)[key], rest, by, name) }
}

describe('hostile params', () => {
  const upstream = started(() =>
    startFakeUpstream(({ json }) => ({
      resultText: json.method === 'eth_blockNumber' ? '"0x3e8"' : 'null',
    })),
  )
  const gateway = started(() => {
    const networks = {
      evm: { urls: [upstream.url], recentBlocks: 128, safeTag: false },
      solana: { urls: [upstream.url], family: 'solana' as const },
    }
    return startTestGateway({ networks })
  })

  test.each(Object.keys(methods) as MethodName[])(
    'of %s are refused or answered, and never find a bug',
    async (method) => {
      const names = ['__proto__', 'toString', 'address', 'Address', 'x', 'blockHash', 'fromBlock']
      const params = fc
        .tuple(
          fc.constantFrom(...(valid[method] ?? examplesOf(method))),
          fc.array(fc.nat(5), { maxLength: 4 }),
          hostile,
          fc.constantFrom(...names),
        )
        .map(([base, at, by, name]) => spoil(base, at, by, name))
      // Every stage looks at params, so the key has every kind of allowlist.
      const key = await gateway.addKey(
        { allowedContracts: [ADDRESS], allowedMethods: Object.keys(methods) },
        { plan: 'growth' },
      )
      const url = `${gateway.url}/${methods[method].family}/v3/${key}`
      await fc.assert(
        fc.asyncProperty(fc.array(params, { minLength: 100, maxLength: 100 }), async (many) => {
          const { json } = await post(
            url,
            many.map((one, id) => ({ jsonrpc: '2.0', id, method, params: one })),
          )
          for (const [index, { error }] of json.entries()) {
            expect([many[index], error?.data?.reason]).not.toEqual([many[index], 'internal_error'])
            if (error !== undefined) expect([-32600, -32601, -32602, -32002, -33102]).toContain(error.code)
            if (error?.code === -32602) expect(error.message.length).toBeLessThan(300)
          }
        }),
        runs(12),
      )
      expect(gateway.logLines.filter((line) => line.message === 'bug')).toEqual([])
    },
  )
})
