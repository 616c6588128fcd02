/**
 * The fast fake node of the benchmark: a bare TCP server that answers every request with the same
 * bytes, by the method in the body; a batch member by member. Prints its port. Ends when its
 * standard input closes. `GET` is answered with how many requests by POST there were, and how many
 * calls in them.
 */
import { createServer } from 'node:net'

const log = {
  address: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  topics: [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`],
  data: `0x${'00'.repeat(64)}`,
  blockNumber: '0x10',
  transactionHash: `0x${'11'.repeat(32)}`,
  transactionIndex: '0x0',
  blockHash: `0x${'22'.repeat(32)}`,
  logIndex: '0x1',
  removed: false,
}
const receipt = {
  blockHash: log.blockHash,
  blockNumber: '0x7fffffff',
  contractAddress: null,
  cumulativeGasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  from: log.address,
  gasUsed: '0x5208',
  logs: Array(30).fill(log),
  logsBloom: `0x${'00'.repeat(256)}`,
  status: '0x1',
  to: log.address,
  transactionHash: log.transactionHash,
  transactionIndex: '0x0',
  type: '0x2',
}
/** Everything up to block 0x1000 is final. */
const block = (number) => ({
  number,
  hash: `0x${number.slice(2).padStart(64, '0')}`,
  parentHash: `0x${'33'.repeat(32)}`,
  stateRoot: `0x${'44'.repeat(32)}`,
  timestamp: '0x65000000',
})
const results = {
  eth_chainId: '0x1',
  eth_blockNumber: '0x1040',
  eth_getBlockByNumber: block('0x1040'),
  eth_getStorageAt: `0x${'38'.padStart(64, '0')}`,
  eth_getTransactionReceipt: receipt,
  eth_getLogs: Array(8_200).fill(log),
  getHealth: 'ok',
  getSlot: 1000,
  getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  getTokenAccountsByOwner: 'x'.repeat(50_000_000),
}
const texts = Object.fromEntries(Object.entries(results).map(([method, result]) => [method, JSON.stringify(result)]))
const finalized = JSON.stringify(block('0x1000'))
/** 6 MB, and as many as an answer may have. */
const manyLogs = JSON.stringify(Array(10_000).fill(log))
const fewLogs = JSON.stringify(Array(10).fill(log))
const resultOf = (text) => {
  const method = METHOD.exec(text)?.[1]
  if (method === 'eth_getBlockByNumber' && text.includes('"finalized"')) return finalized
  if (method === 'eth_getLogs' && text.includes('"fromBlock":"latest"')) return manyLogs
  if (method === 'eth_getLogs' && text.includes('"toBlock":"latest"')) return fewLogs
  return texts[method] ?? texts.eth_getStorageAt
}
const http = (body) => {
  const bytes = Buffer.from(body)
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}
const METHOD = /"method":"(\w+)"/
const ID = /"id":(\d+)/
/** The bytes after the id in the answer to a single request, made once for each result. */
const rests = new Map()
const restOf = (result) => {
  let rest = rests.get(result)
  if (rest === undefined) {
    rest = Buffer.from(`,"result":${result}}`)
    rests.set(result, rest)
  }
  return rest
}
/** Answers a single request under its own id, without copying the result. */
const answer = (socket, text) => {
  const rest = restOf(resultOf(text))
  const start = `{"jsonrpc":"2.0","id":${ID.exec(text)?.[1] ?? 'null'}`
  const length = start.length + rest.length
  socket.cork()
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${start}`)
  socket.write(rest)
  socket.uncork()
}
const envelope = ({ id, method }) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${texts[method]}}`

const counts = { roundTrips: 0, calls: 0 }
/** Answers a batch, or a single request. */
const answerAll = (socket, text) => {
  counts.roundTrips++
  if (text[0] !== '[') {
    counts.calls++
    return answer(socket, text)
  }
  const members = JSON.parse(text)
  counts.calls += members.length
  socket.write(http(`[${members.map(envelope).join(',')}]`))
}

const BODY = Buffer.from('\r\n\r\n')
const GET = 'G'.charCodeAt(0)
const server = createServer((socket) => {
  let waiting = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    for (;;) {
      const at = waiting.indexOf(BODY)
      if (at < 0) return
      const length = Number(/content-length: (\d+)/i.exec(waiting.toString('latin1', 0, at))?.[1] ?? 0)
      const end = at + 4 + length
      if (waiting.length < end) return
      const text = waiting.toString('latin1', at + 4, end)
      if (waiting[0] === GET) socket.write(http(JSON.stringify(counts)))
      else answerAll(socket, text)
      waiting = waiting.subarray(end)
    }
  })
})
server.listen(0, '127.0.0.1', 1024, () => console.log(server.address().port))
process.stdin.resume().on('end', () => process.exit(0))
