import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { BlockTree, type TreeBlock } from '../../../support/block-tree.js'
import { BUSY_PROGRAM } from './calls.js'
import { answerParent } from './process-calls.js'

/**
 * Fake nodes that subscriptions can follow: an EVM chain that grows, over HTTP, and a Solana node
 * over HTTP and WebSocket.
 */
const BLOCK_MS = 500
const LOGS_OF_BLOCK = 50
/** Blocks that are there at the start, more than a resume point may be behind. */
const OLD_BLOCKS = 160
const ADDRESSES = 200
const SLOT_MS = 400
/** The Solana node notifies so many of its subscriptions in a slot. */
const NOTIFIED_IN_A_SLOT = 20
/** It sends so many notifications in a slot for each subscription of the busy program. */
const OF_BUSY_PROGRAM = 1_000

interface NodeCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}
const quantity = (number: number): string => `0x${number.toString(16)}`
const replyText = ({ id }: NodeCall, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** Addresses of the chain's logs. */
const logAddress = (at: number): string => `0x${(at + 1).toString(16).padStart(40, '0')}`
const addresses = Array.from({ length: ADDRESSES }, (_, at) => logAddress(at))
const tree = new BlockTree(() => 0, addresses)
const byNumber = new Map<string, TreeBlock>()
let tip = tree.genesis
const grow = (): void => {
  tip = tree.add(tip, LOGS_OF_BLOCK, Date.now())
  byNumber.set(quantity(tip.number), tip)
}

const logsOf = (filter: unknown): readonly object[] => {
  const { blockHash, fromBlock } = (filter ?? {}) as { blockHash?: string; fromBlock?: string }
  return tree.blocks.get(String(blockHash))?.logs ?? byNumber.get(String(fromBlock))?.logs ?? []
}
const evmResult = ({ method, params: [first] }: NodeCall): string => {
  switch (method) {
    case 'eth_chainId':
      return '"0x1"'
    case 'eth_blockNumber':
      return `"${quantity(tip.number)}"`
    case 'eth_getBlockByNumber':
      return (byNumber.get(String(first)) ?? (first === 'latest' ? tip : tree.genesis)).json
    case 'eth_getBlockByHash':
      return tree.blocks.get(String(first))?.json ?? 'null'
    case 'eth_getLogs':
      return JSON.stringify(logsOf(first))
    default:
      return '"0x1"'
  }
}

let slot = 1_000
const context = (): string => `"context":{"slot":${slot}}`
const account =
  '{"data":["","base64"],"executable":false,"lamports":1,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0}'
const solanaResult = ({ method }: NodeCall): string => {
  if (method === 'getAccountInfo') return `{${context()},"value":${account}}`
  if (method === 'getGenesisHash') return '"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"'
  if (method === 'getHealth') return '"ok"'
  return `${slot}`
}

let lastId = 0
/** The node's open subscriptions: what a notification of each holds. */
const subscriptions = new Map<number, NodeSubscription>()
interface NodeSubscription {
  readonly socket: WebSocket
  readonly isBusy: boolean
  text(): string
}
let changes = 0
const busyText = (id: number): string => {
  const value = `{"pubkey":"${++changes}${'1'.repeat(24)}","account":${account}}`
  return `{"jsonrpc":"2.0","method":"programNotification","params":{"result":{${context()},"value":${value}},"subscription":${id}}}`
}
const notificationOf = (method: string, id: number) => {
  const name = method.replace('Subscribe', 'Notification')
  const value = method === 'programSubscribe' ? `{"pubkey":"${'1'.repeat(32)}","account":${account}}` : account
  return () =>
    `{"jsonrpc":"2.0","method":"${name}","params":{"result":{${context()},"value":${value}},"subscription":${id}}}`
}
const answerSocket = (socket: WebSocket, call: NodeCall): void => {
  if (/Unsubscribe$/.test(call.method)) {
    subscriptions.delete(Number(call.params[0]))
    return socket.send(replyText(call, 'true'))
  }
  const id = ++lastId
  const isBusy = call.params[0] === BUSY_PROGRAM
  subscriptions.set(id, { socket, isBusy, text: isBusy ? () => busyText(id) : notificationOf(call.method, id) })
  socket.send(replyText(call, `${id}`))
}
const nextSlot = (): void => {
  slot++
  let left = NOTIFIED_IN_A_SLOT
  for (const { socket, isBusy, text } of subscriptions.values()) {
    if (isBusy) for (let sent = 0; sent < OF_BUSY_PROGRAM; sent++) socket.send(text())
    else if (left-- > 0) socket.send(text())
  }
}

const serve = (resultOf: (call: NodeCall) => string): Server =>
  createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as NodeCall | NodeCall[]
      const answer = (call: NodeCall) => replyText(call, resultOf(call))
      response.setHeader('content-type', 'application/json')
      response.end(Array.isArray(sent) ? `[${sent.map(answer).join(',')}]` : answer(sent))
    })
  })
const listenOn = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

/** Actions that the test asks of the nodes. */
export const streamNodeActions = {
  /** Listens; the ports of the chain and of the Solana node. */
  listen: async () => {
    for (let count = 0; count < OLD_BLOCKS; count++) grow()
    setInterval(grow, BLOCK_MS)
    setInterval(nextSlot, SLOT_MS)
    const solana = serve(solanaResult)
    new WebSocketServer({ server: solana }).on('connection', (socket) => {
      socket.on('error', () => {})
      socket.on('message', (data) => answerSocket(socket, JSON.parse(String(data)) as NodeCall))
      socket.on('close', () => {
        for (const [id, one] of subscriptions) if (one.socket === socket) subscriptions.delete(id)
      })
    })
    return { chain: await listenOn(serve(evmResult)), solana: await listenOn(solana) }
  },
}

answerParent(streamNodeActions)
