import {
  hasLargeId,
  inAny,
  inError,
  inResult,
  isSingleResult,
  type Json,
  overHttp,
  type Planted,
  word,
} from './answer-changes.js'

const upperHex = (text: string): string =>
  text.replaceAll(/"0x([0-9a-f]+)"/g, (_, digits: string) => `"0x${digits.toUpperCase()}"`)

/** Calls made of the schema ask about other blocks. */
const isOddCall = ({ method, params }: Json): boolean =>
  method === 'eth_getStorageAt' && (params as unknown[] | undefined)?.[2] !== 'latest'

/** Differences that no caller is hurt by; nothing is to be said of them. */
export const harmless: readonly Planted[] = [
  {
    what: 'hexadecimal in upper case',
    // The id of a subscription is no number.
    plant: inAny((text, { request }) =>
      (request as Json | undefined)?.method === 'eth_subscribe' || text.includes('"eth_subscription"')
        ? text
        : upperHex(text),
    ),
  },
  {
    what: 'blanks and line breaks',
    plant: inAny((text) => (text === '' || hasLargeId(text) ? text : JSON.stringify(JSON.parse(text), undefined, 2))),
  },
  {
    what: 'members in another order',
    plant: inAny((text) =>
      isSingleResult(text) && text.length < 200 && !hasLargeId(text)
        ? JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as Json).reverse()))
        : text,
    ),
  },
  {
    what: 'a member beside the result',
    plant: inAny((text) => (text.startsWith('{') ? text.replace(/}$/, ',"usage":1}') : text)),
  },
  {
    what: 'an error member that is null',
    plant: inAny((text) => (isSingleResult(text) ? text.replace(/}$/, ',"error":null}') : text)),
  },
  {
    what: 'a node refuses params that the contract allows',
    plant: inAny((text, { request }) =>
      isSingleResult(text) && isOddCall(request as Json)
        ? '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"odd number of digits"}}'
        : text,
    ),
  },
  {
    what: 'more members of logs',
    plant: inResult('eth_getLogs', (logs: Json[]) =>
      logs.map((log) => ({ ...log, blockTimestamp: '0x1', l1Fee: '0x2' })),
    ),
  },
  {
    what: 'logs without removed',
    plant: inResult('eth_getLogs', (logs: Json[]) => logs.map(({ removed: _, ...log }) => log)),
  },
  {
    what: 'more members of receipts',
    plant: inResult('eth_getTransactionReceipt', (receipt: Json) => ({
      ...receipt,
      l1GasPrice: '0x1',
      depositNonce: null,
    })),
  },
  {
    what: 'receipts without effectiveGasPrice and type',
    plant: inResult(
      'eth_getTransactionReceipt',
      ({ effectiveGasPrice: _price, type: _type, ...receipt }: Json) => receipt,
    ),
  },
  {
    what: 'receipts with root and status',
    plant: inResult('eth_getTransactionReceipt', (receipt: Json) => ({ ...receipt, root: word('1'), status: '0x1' })),
  },
  {
    what: 'null for what is not there',
    plant: inResult('eth_getTransactionReceipt', (receipt: Json) => ({
      ...receipt,
      contractAddress: null,
      effectiveGasPrice: null,
    })),
  },
  { what: 'other words in errors', plant: inError((error) => ({ ...error, message: 'nope' })) },
  {
    what: 'more data in errors',
    plant: inError((error) => ({ ...error, data: { ...(error.data as Json), more: true } })),
  },
  {
    what: 'more headers',
    plant: overHttp(({ headers }) => Object.assign(headers, { 'x-cache': 'HIT', via: '1.1 proxy' })),
  },
  {
    what: 'a charset in the content type',
    plant: overHttp(({ headers }) => Object.assign(headers, { 'content-type': 'application/json; charset=utf-8' })),
  },
  {
    what: 'status 422 for what is no request',
    plant: overHttp((passing) =>
      Object.assign(passing, passing.text.includes('-32600') && passing.status === 400 && { status: 422 }),
    ),
  },
  { what: 'texts escaped in another way', plant: inAny((text) => text.replaceAll('/', '\\/')) },
  { what: 'a line break behind the answer', plant: inAny((text) => (text === '' ? text : `${text}\n`)) },
  {
    what: 'a slot a little older',
    isSolana: true,
    plant: inAny((text, { count }) =>
      text.replace(/"slot":(\d+)/g, (_, slot: string) => `"slot":${Number(slot) - (count % 3)}`),
    ),
  },
  {
    what: 'more members of accounts',
    isSolana: true,
    plant: inAny((text) => text.replaceAll('"lamports":', '"stakeWeight":1,"lamports":')),
  },
]
