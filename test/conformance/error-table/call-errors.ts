import type { ErrorName } from '../../../generated/errors.js'
import type { NewAccount, NewKey } from '../../../src/server/accounts/account-store.js'
import { ADDRESS, callOf, HASH, STORAGE_CALL } from '../../support/gateway.js'

/** An error of docs/errors.md that a single call can get, and exactly what its caller must get. */
export interface CallError {
  readonly name: ErrorName
  readonly about: string
  readonly network: string
  readonly call: unknown
  readonly error: { code: number; message: string; data?: unknown }
  /** HTTP status of the call outside of a batch; 200 if not given. */
  readonly status?: number
  /** Credits that the first refusal costs; 0 if not given. */
  readonly cost?: number
  readonly key?: Partial<NewKey>
  readonly account?: Partial<NewAccount>
  /** Call that is made once before, to use something up. */
  readonly before?: unknown
}

const topic = (digit: string) => `0x${digit.padStart(64, '0')}`
const logs = (filter: object) => callOf('eth_getLogs', [filter])
const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
const OWNER = '4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'

/** Calls that fail because of what they ask for, or because of how the node answers. */
export const callErrors: readonly CallError[] = [
  {
    name: 'method-not-found',
    about: 'a method that is in no contract',
    network: 'eth',
    call: callOf('eth_sendRawTransaction', ['0x']),
    error: { code: -32601, message: 'the method eth_sendRawTransaction does not exist/is not available' },
  },
  {
    name: 'method-not-found',
    about: 'a method of the other family',
    network: 'sol',
    call: STORAGE_CALL,
    error: { code: -32601, message: 'the method eth_getStorageAt does not exist/is not available' },
  },
  {
    name: 'invalid-params',
    about: 'an address that is too short, in the words of geth',
    network: 'eth',
    call: callOf('eth_getStorageAt', ['0x1234', '0x0', 'latest']),
    error: {
      code: -32602,
      message: 'invalid argument 0: hex string has length 4, want 40 for common.Address',
      data: { path: '/0', keyword: 'pattern', expected: 'A 20-byte address: 0x and 40 hexadecimal digits.' },
    },
  },
  {
    name: 'invalid-params',
    about: 'a public key that is too short, in the words of agave',
    network: 'sol',
    call: callOf('getTokenAccountBalance', [OWNER.slice(2)]),
    error: {
      code: -32602,
      message: 'Invalid param: WrongSize',
      data: { path: '/0', keyword: 'pubkey', expected: 'A public key: 32 to 44 base58 characters.' },
    },
  },
  {
    name: 'safe-tag-unsupported',
    about: 'the tag safe where the network has none',
    network: 'near',
    call: callOf('eth_getStorageAt', [ADDRESS, '0x0', 'safe']),
    error: { code: -32602, message: 'the tag safe is not supported on this network, use finalized' },
  },
  {
    name: 'outside-window',
    about: 'a block just before the 128 latest',
    network: 'near',
    call: callOf('eth_getStorageAt', [ADDRESS, '0x0', '0x368']),
    error: {
      code: -32002,
      message: 'only the latest 128 blocks are available on this network',
      data: { oldestBlock: '0x369', latestBlock: '0x3e8' },
    },
  },
  {
    name: 'too-many-parameters',
    about: '5,001 addresses and topics',
    network: 'eth',
    call: logs({ address: addresses(4_998), topics: [HASH, [HASH, null, HASH]] }),
    error: { code: -32602, message: 'too many parameters', data: { count: 5_001, limit: 5_000 } },
  },
  {
    name: 'block-hash-and-range',
    about: 'blockHash with fromBlock',
    network: 'eth',
    call: logs({ blockHash: HASH, fromBlock: '0x1' }),
    error: {
      code: -32602,
      message: 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    },
  },
  {
    name: 'invalid-block-range',
    about: 'a range that ends before it begins',
    network: 'eth',
    call: logs({ fromBlock: '0x2', toBlock: '0x1' }),
    error: { code: -32602, message: 'invalid block range params' },
  },
  {
    name: 'too-many-results',
    about: 'more than 10,000 logs over many blocks',
    network: 'eth',
    call: logs({ fromBlock: '0x1', toBlock: '0x64', topics: [topic('2')] }),
    cost: 255,
    error: {
      code: -32005,
      message: 'query returned more than 10000 results',
      data: { from: '0x1', to: '0x63', limit: 10_000 },
    },
  },
  {
    name: 'too-many-results',
    about: 'one block alone with more than 10,000 logs',
    network: 'eth',
    call: logs({ fromBlock: '0x1', toBlock: '0x64', topics: [topic('3')] }),
    cost: 255,
    error: {
      code: -32005,
      message: 'query returned more than 10000 results',
      data: { from: null, to: null, limit: 10_000, block: '0x1', reason: 'block_too_full' },
    },
  },
  {
    name: 'query-timeout',
    about: 'a query that takes longer than 10 s',
    network: 'hangs',
    call: logs({}),
    cost: 255,
    error: { code: -32005, message: 'query timeout exceeded' },
  },
  {
    name: 'upstream-timeout',
    about: 'another call that takes longer than 10 s',
    network: 'hangs',
    call: callOf('eth_blockNumber'),
    status: 504,
    error: { code: -32603, message: 'the upstream did not answer in time', data: { reason: 'upstream_timeout' } },
  },
  {
    name: 'no-upstream',
    about: 'a node that is not there',
    network: 'dead',
    call: callOf('eth_blockNumber'),
    status: 503,
    error: { code: -32603, message: 'no upstream could answer', data: { reason: 'no_upstream' } },
  },
  {
    name: 'block-range-too-wide',
    about: 'more blocks than the nodes answer in all parts together',
    network: 'narrow',
    call: logs({ fromBlock: '0x1', toBlock: '0x64' }),
    error: {
      code: -32602,
      message: 'block range is too wide: 100 blocks, please limit the query to at most 8 blocks',
      data: {
        path: '/0',
        keyword: 'maxBlockRange',
        expected: 'A range of at most 8 blocks.',
        blocks: 100,
        limit: 8,
      },
    },
  },
  ...['garbage', 'wrong-id'].map((network) => ({
    name: 'bad-upstream-answer' as const,
    about: `an answer that is none (${network})`,
    network,
    call: callOf('eth_blockNumber'),
    status: 502,
    error: { code: -32603, message: "the upstream's answer is unusable", data: { reason: 'bad_upstream_answer' } },
  })),
]
