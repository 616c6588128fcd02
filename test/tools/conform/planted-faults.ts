import {
  inAnswer,
  inAny,
  inBatch,
  inError,
  inResult,
  isSingleResult,
  type Json,
  overHttp,
  type Planted,
  word,
} from './answer-changes.js'

interface PlantedFault extends Planted {
  /** The line that names it. */
  readonly says: RegExp
}

const hasAddress = (request: unknown): boolean => {
  const [filter] = ((request as Json).params ?? []) as Json[]
  return filter?.address !== undefined && filter.topics !== undefined
}

/** Faults that a gateway, a provider or a node can have; each is to be found and named. */
export const faults: readonly PlantedFault[] = [
  { what: 'another id', says: /the id 1 came back as 2/, plant: inAny((text) => text.replace(/"id":1\b/, '"id":2')) },
  {
    what: 'a number as id comes back as text',
    says: /the id 1 came back as "1"/,
    plant: inAny((text) => text.replace(/"id":(\d+)/, '"id":"$1"')),
  },
  {
    what: 'a large id is rounded',
    says: /the id 9007199254740993 came back as 9007199254740992/,
    plant: inAny((text) => text.replace('9007199254740993', '9007199254740992')),
  },
  {
    what: 'no id',
    says: /the answer has no id/,
    plant: inAny((text) => (isSingleResult(text) ? text.replace(/"id":[^,]+,/, '') : text)),
  },
  {
    what: 'JSON-RPC 1.0',
    says: /"jsonrpc" is "1.0", not "2.0"/,
    plant: inAny((text) => text.replaceAll('"jsonrpc":"2.0"', '"jsonrpc":"1.0"')),
  },
  {
    what: 'no version',
    says: /"jsonrpc" is undefined, not "2.0"/,
    plant: inAny((text) => text.replaceAll('"jsonrpc":"2.0",', '')),
  },
  {
    what: 'a result and an error',
    says: /has a result and an error/,
    plant: inAny((text) => (isSingleResult(text) ? text.replace(/}$/, ',"error":{"code":1,"message":"x"}}') : text)),
  },
  {
    what: 'neither result nor error',
    says: /neither a result nor an error/,
    plant: inAnswer('eth_chainId', (text) => text.replace(/,"result":"[^"]*"/, '')),
  },
  {
    what: 'the result twice',
    says: /the member "result" is there twice/,
    plant: inAnswer('eth_chainId', (text) => text.replace(/}$/, ',"result":"0x1"}')),
  },
  {
    what: 'a body cut off',
    says: /eth_getLogs: the answer is not JSON/,
    plant: inAnswer('eth_getLogs', (text) => text.slice(0, -10)),
  },
  {
    what: 'HTML instead of JSON',
    says: /not JSON: <html>400/,
    plant: overHttp((passing) =>
      Object.assign(passing, passing.text.includes('-32700') && { text: '<html>400</html>' }),
    ),
  },
  {
    what: 'a content type of HTML',
    says: /the content type is text\/html, not application\/json/,
    plant: overHttp(({ headers }) => Object.assign(headers, { 'content-type': 'text/html' })),
  },
  {
    what: 'status 500 for a good call',
    says: /a good call has the status 500, not 200/,
    plant: overHttp((passing) => Object.assign(passing, passing.text.includes('"result":"0x17') && { status: 500 })),
  },
  {
    what: 'an error code as text',
    says: /the error's code is "-32601", not a whole number/,
    plant: inError((error) => ({ ...error, code: String(error.code) })),
  },
  {
    what: 'an error without a message',
    says: /the error's message is undefined, not a text/,
    plant: inError(({ message: _, ...error }) => error),
  },
  {
    what: 'an unknown method has the result null',
    says: /conform_noSuchMethod.* got a result, null; it must be refused/,
    plant: inAny((text) =>
      text.includes('-32601') && !text.startsWith('[') ? '{"jsonrpc":"2.0","id":1,"result":null}' : text,
    ),
  },
  {
    what: 'invalid params are answered',
    says: /"latst"\] got a result, .*it must be refused/,
    plant: inAny((text, { request }) =>
      text.includes('-32602') && (request as Json).method === 'eth_getStorageAt'
        ? `{"jsonrpc":"2.0","id":1,"result":"${word('0')}"}`
        : text,
    ),
  },
  {
    what: 'the gateway refuses params that the contract allows',
    says: /the contract lets .* pass, the endpoint refused it/,
    plant: inAny((text, { request }) =>
      (request as Json | undefined)?.method === 'eth_getStorageAt' && isSingleResult(text)
        ? '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":{"name":"invalid-params"}}}'
        : text,
    ),
  },
  {
    what: 'an empty batch is answered with an empty list',
    says: /empty-batch : \[\]: the answer is no object: \[\]/,
    plant: inAny((text, { requestText }) => (requestText === '[]' ? '[]' : text)),
  },
  {
    what: 'a member of a batch is not answered',
    says: /the member with the id 100 was answered 0 times/,
    plant: inBatch((answers) => answers.slice(1)),
  },
  {
    what: 'a member of a batch is answered twice',
    says: /the member with the id 100 was answered 2 times/,
    plant: inBatch((answers) => [...answers, answers[0]]),
  },
  {
    what: 'answers of a batch under each other’s ids',
    says: /eth_chainId: in a batch the answer is null, alone string/,
    plant: inBatch((answers) =>
      answers.map((answer, index) => ({ ...answer, id: answers[(index + 1) % answers.length]!.id })),
    ),
  },
  {
    what: 'a batch in another order',
    says: /was answered in the order 104,103,102,101,100/,
    plant: inBatch((answers) => answers.reverse()),
  },
  {
    what: 'the chain’s number as a number',
    says: /the chain’s number is 1$/m,
    plant: inResult('eth_chainId', (id) => Number(id)),
  },
  {
    what: 'the newest block without 0x',
    says: /the newest block is "17d\w+"/,
    plant: inResult('eth_blockNumber', (number: string) => number.slice(2)),
  },
  {
    what: 'a head that goes back',
    says: /the newest block was (\d+), then (?!\1)\d+/,
    plant: inResult(
      'eth_blockNumber',
      (number: string, { count }) => `0x${(Number(number) - (count % 2) * 500).toString(16)}`,
    ),
  },
  {
    what: 'a storage value of 31 bytes',
    says: /which is not 32 bytes/,
    plant: inResult('eth_getStorageAt', (value: string) => value.slice(0, -2)),
  },
  {
    what: 'a log outside of the range',
    says: /a log of block 1, which is outside of the range/,
    plant: inResult('eth_getLogs', (logs: Json[], { request }) =>
      hasAddress(request) ? logs.map((log) => ({ ...log, blockNumber: '0x1' })) : logs,
    ),
  },
  {
    what: 'a log of another address',
    says: /a log of 0x9{40}, which was not asked for/,
    plant: inResult('eth_getLogs', (logs: Json[], { request }) =>
      hasAddress(request) ? logs.map((log) => ({ ...log, address: `0x${'9'.repeat(40)}` })) : logs,
    ),
  },
  {
    what: 'logs out of order',
    says: /the logs are not in the order of the chain/,
    plant: inResult('eth_getLogs', (logs: Json[], { request }) => (hasAddress(request) ? logs.reverse() : logs)),
  },
  {
    what: 'the receipt of another transaction',
    says: /the receipt is of 0x3{64}, not of 0x/,
    plant: inResult('eth_getTransactionReceipt', (receipt: Json) => ({ ...receipt, transactionHash: word('3') })),
  },
  {
    what: 'a receipt without its logs',
    says: /the receipt lacks a log that the endpoint has/,
    plant: inResult('eth_getTransactionReceipt', (receipt: Json) => ({ ...receipt, logs: [] })),
  },
  {
    what: 'a receipt for a transaction that does not exist',
    says: /a transaction that does not exist got /,
    plant: inAnswer('eth_getTransactionReceipt', (text) => text.replace('"result":null', '"result":{"status":"0x1"}')),
  },
  {
    what: 'a log’s topics are a text',
    says: /the result\/0\/topics does not fit/,
    plant: inResult('eth_getLogs', (logs: Json[]) => logs.map((log) => ({ ...log, topics: log.data }))),
  },
  {
    what: 'the transports answer differently',
    says: /HTTP answers .*"0x1".*, WebSocket .*"0x2"/,
    plant: (passing) => (passing.transport === 'websocket' ? inResult('eth_chainId', () => '0x2')(passing) : undefined),
  },
  {
    what: 'no answer over WebSocket',
    says: /unknown-method : no answer: no answer within/,
    plant: (passing) =>
      passing.transport === 'websocket' ? inAnswer('conform_noSuchMethod', () => '')(passing) : undefined,
  },
  {
    what: 'a call costs more than its price',
    says: /X-Credits-Cost is 6, the contract’s price is 5/,
    plant: overHttp(({ headers }) =>
      Object.assign(headers, headers['x-credits-cost'] === '5' && { 'x-credits-cost': '6' }),
    ),
  },
  {
    what: 'the remaining credits never fall',
    says: /1000 credits remained, and after a call of 5 there are 1000/,
    plant: overHttp(({ headers }) => Object.assign(headers, { 'x-credits-remaining': '1000' })),
  },
  {
    what: 'a refused call is charged',
    says: /X-Credits-Cost of a method that does not exist is 5/,
    plant: overHttp(({ headers, text }) =>
      Object.assign(headers, text.includes('-32601') && { 'x-credits-cost': '5' }),
    ),
  },
  {
    what: 'an error without its name',
    says: /the error has no data.name/,
    plant: inError(({ data: _, ...error }) => error),
  },
  {
    what: 'an unknown key is served',
    says: /an unknown key got the status 200/,
    plant: overHttp((passing) => Object.assign(passing, passing.status === 401 && { status: 200 })),
  },
  {
    what: 'the same request id twice',
    says: /two answers have the request id one/,
    plant: overHttp(({ headers }) => Object.assign(headers, { 'x-request-id': 'one' })),
  },
  {
    what: 'a number of 64 bits is rounded',
    says: /18446744073709552000 was rounded/,
    isSolana: true,
    plant: inAny((text) => text.replace(/"rentEpoch":\d+/g, '"rentEpoch":18446744073709552000')),
  },
  {
    what: 'data in another encoding',
    says: /asked for base64, the data are .*base58/,
    isSolana: true,
    plant: inAny((text) => text.replaceAll('"base64"]', '"base58"]')),
  },
]
