/**
 * The fast fake node of the benchmark: a bare TCP server that answers every request with the same bytes, by the method in the body.
 * Prints its port. Ends when its standard input closes.
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
const receipt = { ...log, logs: Array(30).fill(log), logsBloom: `0x${'00'.repeat(256)}` }
const answer = (result) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}
const answers = {
  eth_getStorageAt: answer(`0x${'38'.padStart(64, '0')}`),
  eth_getTransactionReceipt: answer(receipt),
  eth_getLogs: answer(Array(8_200).fill(log)),
  getTokenAccountsByOwner: answer('x'.repeat(50_000_000)),
}
const BODY = Buffer.from('\r\n\r\n')
const METHOD = /"method":"(\w+)"/

const server = createServer((socket) => {
  let waiting = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    for (;;) {
      const at = waiting.indexOf(BODY)
      if (at < 0) return
      const length = Number(/content-length: (\d+)/i.exec(waiting.toString('latin1', 0, at))?.[1] ?? 0)
      const end = at + 4 + length
      if (waiting.length < end) return
      socket.write(answers[METHOD.exec(waiting.toString('latin1', at, end))?.[1]] ?? answers.eth_getStorageAt)
      waiting = waiting.subarray(end)
    }
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.stdin.resume().on('end', () => process.exit(0))
