import { createServer, type Socket } from 'node:net'
import { SILENT_ADDRESS } from './calls.js'
import { answerParent } from './process-calls.js'

/**
 * A fake node on a bare TCP server. It answers at once, with bytes that it made at its start.
 *
 * Everything up to block 0x1000 is final. Calls about the silent address get no answer.
 */
const LOGS = 8_000
/** Almost a megabyte, so that the gateway keeps them. */
const KEPT_LOGS = 1_600
const LOGS_OF_RECEIPT = 1_500
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
  logs: Array(LOGS_OF_RECEIPT).fill(log),
  logsBloom: `0x${'00'.repeat(256)}`,
  status: '0x1',
  to: log.address,
  transactionHash: log.transactionHash,
  transactionIndex: '0x0',
  type: '0x2',
}
const block = (number: string) => ({
  number,
  hash: `0x${number.slice(2).padStart(64, '0')}`,
  parentHash: `0x${'33'.repeat(32)}`,
  stateRoot: `0x${'44'.repeat(32)}`,
  timestamp: '0x65000000',
})
const restOf = (result: unknown): Buffer => Buffer.from(`,"result":${JSON.stringify(result)}}`)
const rests: Readonly<Record<string, Buffer>> = {
  eth_chainId: restOf('0x1'),
  eth_blockNumber: restOf('0x1040'),
  eth_getBlockByNumber: restOf(block('0x1040')),
  eth_getTransactionReceipt: restOf(receipt),
  eth_getLogs: restOf(Array(LOGS).fill(log)),
  eth_newFilter: restOf('0x5'),
}
const finalized = restOf(block('0x1000'))
const oneLog = restOf([log])
const keptLogs = restOf(Array(KEPT_LOGS).fill(log))
const small = restOf('0x1')

const restFor = (text: string): Buffer => {
  const method = /"method":"(\w+)"/.exec(text)?.[1] ?? ''
  if (method === 'eth_getBlockByNumber' && text.includes('"finalized"')) return finalized
  // A block has one log, a range has many.
  if (method === 'eth_getLogs' && text.includes('"blockHash"')) return oneLog
  if (method === 'eth_getLogs' && text.includes('"topics"')) return keptLogs
  return rests[method] ?? small
}

const answer = (socket: Socket, text: string): void => {
  if (text.includes(SILENT_ADDRESS)) return
  const members = text[0] === '[' ? (JSON.parse(text) as unknown[]).map((member) => JSON.stringify(member)) : [text]
  const pieces = members.flatMap((member, at) => [
    Buffer.from(
      `${text[0] === '[' ? (at === 0 ? '[' : ',') : ''}{"jsonrpc":"2.0","id":${/"id":(\d+)/.exec(member)?.[1]}`,
    ),
    restFor(member),
  ])
  if (text[0] === '[') pieces.push(Buffer.from(']'))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  socket.cork()
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`)
  for (const piece of pieces) socket.write(piece)
  socket.uncork()
}

const BODY = Buffer.from('\r\n\r\n')
const server = createServer((socket) => {
  let waiting: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    for (;;) {
      const at = waiting.indexOf(BODY)
      if (at < 0) return
      const end = at + 4 + Number(/content-length: (\d+)/i.exec(waiting.toString('latin1', 0, at))?.[1] ?? 0)
      if (waiting.length < end) return
      answer(socket, waiting.toString('latin1', at + 4, end))
      waiting = waiting.subarray(end)
    }
  })
})

/** Actions that the test asks of the node. */
export const nodeActions = {
  /** Listens; its port. */
  listen: () =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', 1_024, () => resolve((server.address() as { port: number }).port))
    }),
}

answerParent(nodeActions)
