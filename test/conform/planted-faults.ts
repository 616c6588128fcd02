import type { Passing, Plant } from './planting-proxy.js'

type Json = Record<string, unknown>

interface Planted {
  readonly what: string
  readonly plant: Plant
  /** On the Solana network of the endpoint. */
  readonly isSolana?: true
}

/** Changes the answer's text where the request was one of the method. */
const inAnswer = (method: string, change: (text: string, passing: Passing) => string): Plant =>
  inAny((text, passing) => ((passing.request as Json | undefined)?.method === method ? change(text, passing) : text))

const inAny =
  (change: (text: string, passing: Passing) => string): Plant =>
  (passing) => {
    passing.text = change(passing.text, passing)
  }

/** Changes the parsed answer of a method that has a result. */
const inResult = (method: string, change: (result: never, passing: Passing) => unknown): Plant =>
  inAnswer(method, (text, passing) => {
    const answer = JSON.parse(text) as Json
    if (answer.result === undefined || answer.result === null) return text
    return JSON.stringify({ ...answer, result: change(answer.result as never, passing) })
  })

const inError = (change: (error: Json) => unknown): Plant =>
  inAny((text) => {
    if (text.startsWith('[') || !text.includes('"error"')) return text
    const answer = JSON.parse(text) as Json
    return JSON.stringify({ ...answer, error: change(answer.error as Json) })
  })

const inBatch = (change: (answers: Json[]) => unknown): Plant =>
  inAny((text) => (text.startsWith('[') ? JSON.stringify(change(JSON.parse(text) as Json[])) : text))

const overHttp =
  (change: (passing: Passing) => void): Plant =>
  (passing) => {
    if (passing.transport === 'http') change(passing)
  }

const isSingleResult = (text: string) => text.startsWith('{') && text.includes('"result":')
const word = (digit: string) => `0x${digit.repeat(64)}`

/** Faults that a gateway, a provider or a node can have; each is to be found and named. */
export const faults: readonly Planted[] = [
  { what: 'another id', plant: inAny((text) => text.replace(/"id":1\b/, '"id":2')) },
  { what: 'a number as id comes back as text', plant: inAny((text) => text.replace(/"id":(\d+)/, '"id":"$1"')) },
  { what: 'a large id is rounded', plant: inAny((text) => text.replace('9007199254740993', '9007199254740992')) },
  { what: 'no id', plant: inAny((text) => (isSingleResult(text) ? text.replace(/"id":[^,]+,/, '') : text)) },
  { what: 'JSON-RPC 1.0', plant: inAny((text) => text.replaceAll('"jsonrpc":"2.0"', '"jsonrpc":"1.0"')) },
  { what: 'no version', plant: inAny((text) => text.replaceAll('"jsonrpc":"2.0",', '')) },
  {
    what: 'a result and an error',
    plant: inAny((text) => (isSingleResult(text) ? text.replace(/}$/, ',"error":{"code":1,"message":"x"}}') : text)),
  },
  { what: 'neither result nor error', plant: inAnswer('eth_chainId', (text) => text.replace(/,"result":"[^"]*"/, '')) },
  { what: 'the result twice', plant: inAnswer('eth_chainId', (text) => text.replace(/}$/, ',"result":"0x1"}')) },
  { what: 'a body cut off', plant: inAnswer('eth_getLogs', (text) => text.slice(0, -10)) },
  {
    what: 'HTML instead of JSON',
    plant: overHttp((passing) =>
      Object.assign(passing, passing.text.includes('-32700') && { text: '<html>400</html>' }),
    ),
  },
  {
    what: 'a content type of HTML',
    plant: overHttp(({ headers }) => Object.assign(headers, { 'content-type': 'text/html' })),
  },
  {
    what: 'status 500 for a good call',
    plant: overHttp((passing) => Object.assign(passing, passing.text.includes('"result":"0x17') && { status: 500 })),
  },
  { what: 'an error code as text', plant: inError((error) => ({ ...error, code: String(error.code) })) },
  { what: 'an error without a message', plant: inError(({ message: _, ...error }) => error) },
  {
    what: 'an unknown method has the result null',
    plant: inAny((text) =>
      text.includes('-32601') && !text.startsWith('[') ? '{"jsonrpc":"2.0","id":1,"result":null}' : text,
    ),
  },
  {
    what: 'invalid params are answered',
    plant: inAny((text, { request }) =>
      text.includes('-32602') && (request as Json).method === 'eth_getStorageAt'
        ? `{"jsonrpc":"2.0","id":1,"result":"${word('0')}"}`
        : text,
    ),
  },
  {
    what: 'an empty batch is answered with an empty list',
    plant: inAny((text, { requestText }) => (requestText === '[]' ? '[]' : text)),
  },
  { what: 'a member of a batch is not answered', plant: inBatch((answers) => answers.slice(1)) },
  { what: 'a member of a batch is answered twice', plant: inBatch((answers) => [...answers, answers[0]]) },
  {
    what: 'answers of a batch under each other’s ids',
    plant: inBatch((answers) =>
      answers.map((answer, index) => ({ ...answer, id: answers[(index + 1) % answers.length]!.id })),
    ),
  },
  { what: 'a batch in another order', plant: inBatch((answers) => answers.reverse()) },
  { what: 'the chain’s number as a number', plant: inResult('eth_chainId', (id) => Number(id)) },
  { what: 'the newest block without 0x', plant: inResult('eth_blockNumber', (number: string) => number.slice(2)) },
  {
    what: 'a head that goes back',
    plant: inResult(
      'eth_blockNumber',
      (number: string, { count }) => `0x${(Number(number) - (count % 2) * 500).toString(16)}`,
    ),
  },
  { what: 'a storage value of 31 bytes', plant: inResult('eth_getStorageAt', (value: string) => value.slice(0, -2)) },
  {
    what: 'a log outside of the range',
    plant: inResult('eth_getLogs', (logs: Json[], { request }) =>
      hasAddress(request) ? logs.map((log) => ({ ...log, blockNumber: '0x1' })) : logs,
    ),
  },
  {
    what: 'a log of another address',
    plant: inResult('eth_getLogs', (logs: Json[], { request }) =>
      hasAddress(request) ? logs.map((log) => ({ ...log, address: `0x${'9'.repeat(40)}` })) : logs,
    ),
  },
  {
    what: 'logs out of order',
    plant: inResult('eth_getLogs', (logs: Json[], { request }) => (hasAddress(request) ? logs.reverse() : logs)),
  },
  {
    what: 'the receipt of another transaction',
    plant: inResult('eth_getTransactionReceipt', (receipt: Json) => ({ ...receipt, transactionHash: word('3') })),
  },
  {
    what: 'a receipt without its logs',
    plant: inResult('eth_getTransactionReceipt', (receipt: Json) => ({ ...receipt, logs: [] })),
  },
  {
    what: 'a receipt for a transaction that does not exist',
    plant: inAnswer('eth_getTransactionReceipt', (text) => text.replace('"result":null', '"result":{"status":"0x1"}')),
  },
  {
    what: 'a log’s topics are a text',
    plant: inResult('eth_getLogs', (logs: Json[]) => logs.map((log) => ({ ...log, topics: log.data }))),
  },
  {
    what: 'the transports answer differently',
    plant: (passing) => (passing.transport === 'websocket' ? inResult('eth_chainId', () => '0x2')(passing) : undefined),
  },
  {
    what: 'no answer over WebSocket',
    plant: (passing) =>
      passing.transport === 'websocket' ? inAnswer('conform_noSuchMethod', () => '')(passing) : undefined,
  },
  {
    what: 'a call costs more than its price',
    plant: overHttp(({ headers }) =>
      Object.assign(headers, headers['x-credits-cost'] === '5' && { 'x-credits-cost': '6' }),
    ),
  },
  {
    what: 'the remaining credits never fall',
    plant: overHttp(({ headers }) => Object.assign(headers, { 'x-credits-remaining': '1000' })),
  },
  {
    what: 'a refused call is charged',
    plant: overHttp(({ headers, text }) =>
      Object.assign(headers, text.includes('-32601') && { 'x-credits-cost': '5' }),
    ),
  },
  { what: 'an error without its name', plant: inError(({ data: _, ...error }) => error) },
  {
    what: 'an unknown key is served',
    plant: overHttp((passing) => Object.assign(passing, passing.status === 401 && { status: 200 })),
  },
  {
    what: 'the same request id twice',
    plant: overHttp(({ headers }) => Object.assign(headers, { 'x-request-id': 'one' })),
  },
  {
    what: 'a number of 64 bits is rounded',
    isSolana: true,
    plant: inAny((text) => text.replace(/"rentEpoch":\d+/g, '"rentEpoch":18446744073709552000')),
  },
  {
    what: 'data in another encoding',
    isSolana: true,
    plant: inAny((text) => text.replaceAll('"base64"]', '"base58"]')),
  },
]

const hasAddress = (request: unknown): boolean => {
  const [filter] = ((request as Json).params ?? []) as Json[]
  return filter?.address !== undefined && filter.topics !== undefined
}

const upperHex = (text: string): string =>
  text.replaceAll(/"0x([0-9a-f]+)"/g, (_, digits: string) => `"0x${digits.toUpperCase()}"`)

/** Differences that no caller is hurt by; nothing is to be said of them. */
export const harmless: readonly Planted[] = [
  { what: 'hexadecimal in upper case', plant: inAny(upperHex) },
  {
    what: 'blanks and line breaks',
    plant: inAny((text) =>
      text === '' || text.includes('9007199254740993') ? text : JSON.stringify(JSON.parse(text), undefined, 2),
    ),
  },
  {
    what: 'members in another order',
    plant: inAny((text) =>
      isSingleResult(text) && text.length < 200 && !text.includes('900719925474099')
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
    what: 'status 200 for a refused key is another matter, 403 for its text is not',
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
