/**
 * A node that adds blocks on a timer, each with logs of many addresses. It serves HTTP and
 * WebSocket (`eth_subscribe` of heads and logs, each notification sent at once). Prints its port.
 * Ends when its standard input closes. Answers `GET` with the number of calls of each method.
 *
 * Arguments: block time in ms, logs of a block, addresses
 */
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { BlockTree, type TreeBlock } from '../../../test/support/block-tree.js'

const [blockMs, logsOfBlock, addressCount] = process.argv.slice(2).map(Number) as [number, number, number]
const addresses = Array.from({ length: addressCount }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`)
const tree = new BlockTree(() => 0, addresses)
const asked: Record<string, number> = {}
const byNumber = new Map<string, TreeBlock>()
let tip = tree.genesis
let next = tree.add(tip, logsOfBlock, Date.now())

interface NodeCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** The JSON of the call's result. */
const resultOf = ({ method, params: [first] }: NodeCall): string => {
  asked[method] = (asked[method] ?? 0) + 1
  const named = (tag: unknown) => (byNumber.get(String(tag)) ?? (tag === 'latest' ? tip : tree.genesis)).json
  switch (method) {
    case 'eth_chainId':
      return '"0x1"'
    case 'eth_blockNumber':
      return `"0x${tip.number.toString(16)}"`
    case 'eth_getBlockByNumber':
      return named(first)
    case 'eth_getBlockByHash':
      return tree.blocks.get(String(first))?.json ?? 'null'
    case 'eth_getLogs':
      return JSON.stringify(tree.blocks.get(String((first as { blockHash?: unknown }).blockHash))?.logs ?? [])
    default:
      return `"0x${'0'.repeat(64)}"`
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'GET') return response.end(JSON.stringify(asked))
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as NodeCall
    response.setHeader('content-type', 'application/json')
    return response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(sent.id)},"result":${resultOf(sent)}}`)
  })
})

const kinds = new Map<WebSocket, Set<string>>()
new WebSocketServer({ server }).on('connection', (socket) => {
  kinds.set(socket, new Set())
  socket.on('close', () => kinds.delete(socket))
  socket.on('message', (data) => {
    const { id, method, params } = JSON.parse(String(data)) as NodeCall
    if (method === 'eth_subscribe') kinds.get(socket)!.add(String(params[0]))
    socket.send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":"${params[0]}"}`)
  })
})

const notify = (kind: string, result: string): void => {
  const params = `{"subscription":"${kind}","result":${result}}`
  for (const [socket, wanted] of kinds) {
    if (wanted.has(kind)) socket.send(`{"jsonrpc":"2.0","method":"eth_subscription","params":${params}}`)
  }
}

const mine = (): void => {
  tip = next
  byNumber.set(`0x${tip.number.toString(16)}`, tip)
  notify('newHeads', tip.json)
  for (const log of tip.logs) notify('logs', JSON.stringify({ ...log, removed: false }))
  // Made ahead, so that the notifications leave in the moment of the block.
  setImmediate(() => {
    next = tree.add(tip, logsOfBlock, Date.now() + blockMs)
  })
}

byNumber.set(`0x${tip.number.toString(16)}`, tip)
setInterval(mine, blockMs)
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
process.stdin.resume().on('end', () => process.exit(0))
