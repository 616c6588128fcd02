import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { PlacedHead, PlacedLog, ResumePoint } from '../../../src/tools/client/runtime/resume-points.js'

interface Block extends PlacedHead {
  readonly height: number
  readonly logs: readonly PlacedLog[]
}

interface Subscription {
  readonly id: string
  /** `settledHeads`: those that come behind the logs of their blocks. */
  readonly kind: 'newHeads' | 'logs' | 'settledHeads'
}

interface SubscribeOptions {
  readonly after?: ResumePoint
  readonly behindLogs?: boolean
}

interface Connection {
  readonly socket: WebSocket
  readonly subscriptions: Map<string, Subscription>
  /** Frames that the gateway still sends before it breaks the connection. */
  framesLeft: number
}

const hex = (number: number): string => `0x${number.toString(16)}`

/**
 * A gateway with a model chain that obeys the law of docs/subscriptions.md, for `newHeads` and
 * `logs` without a filter. It is written from that page, without the code of the real gateway.
 */
export class ChainGateway {
  readonly #server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  readonly #blocks = new Map<string, Block>()
  readonly #connections = new Set<Connection>()
  #tip: Block
  /** The newest block whose logs were sent. */
  #settled: Block
  #holdsLogs = false
  #made = 0
  #lastId = 0
  #framesLeft = Number.POSITIVE_INFINITY
  /** Params of every subscription, in order. */
  readonly asked: unknown[][] = []
  readonly unsubscribed: string[] = []

  constructor() {
    this.#tip = this.#block(undefined, 0)
    this.#settled = this.#tip
    this.#server.on('connection', (socket) => {
      const connection = { socket, subscriptions: new Map(), framesLeft: this.#framesLeft }
      this.#connections.add(connection)
      socket.on('close', () => this.#connections.delete(connection))
      socket.on('message', (data) => this.#answer(connection, JSON.parse(String(data))))
    })
  }

  async start(): Promise<this> {
    if (this.#server.address() === null) await once(this.#server, 'listening')
    return this
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ws/v3/KEY`
  }

  /** Breaks each connection, and each later one, after `count` more events. */
  limitFrames(count: number): void {
    this.#framesLeft = count
    for (const connection of this.#connections) if (connection.framesLeft > 0) connection.framesLeft = count
  }

  get connections(): number {
    return this.#connections.size
  }

  /** The logs of the canonical chain from a height on, in order. */
  logsFrom(height: number): PlacedLog[] {
    const logs: PlacedLog[] = []
    for (
      let block: Block | undefined = this.#tip;
      block !== undefined && block.height >= height;
      block = this.#parent(block)
    )
      logs.unshift(...block.logs)
    return logs
  }

  get height(): number {
    return this.#tip.height
  }

  #parent(block: Block): Block | undefined {
    return this.#blocks.get(block.parentHash)
  }

  #block(parent: Block | undefined, logCount: number): Block {
    this.#made += 1
    const height = parent === undefined ? 0 : parent.height + 1
    const place = { blockHash: `0xb${this.#made}`, blockNumber: hex(height) }
    const logs = Array.from({ length: logCount }, (_, index) => ({ ...place, logIndex: hex(index), removed: false }))
    const block = { hash: place.blockHash, parentHash: parent?.hash ?? '0x0', number: hex(height), height, logs }
    this.#blocks.set(block.hash, block)
    return block
  }

  /** Replaces the newest `depth` blocks, and adds one block for each count of logs. */
  mine(logCounts: readonly number[], depth = 0): void {
    const from = this.#tip
    let tip: Block = this.#tip
    for (let left = depth; left > 0 && tip.height > 0; left -= 1) tip = this.#parent(tip)!
    for (const count of logCounts) tip = this.#block(tip, count)
    this.#tip = tip
    if (!this.#holdsLogs) this.#settled = tip
    this.#deliverAll((kind) => kind === 'newHeads' || !this.#holdsLogs, from)
  }

  /** As where no node gives the logs of new blocks: their heads do not wait. */
  holdLogs(): void {
    this.#holdsLogs = true
  }

  releaseLogs(): void {
    const from = this.#settled
    this.#holdsLogs = false
    this.#settled = this.#tip
    this.#deliverAll((kind) => kind !== 'newHeads', from)
  }

  #deliverAll(isChosen: (kind: Subscription['kind']) => boolean, from: Block): void {
    for (const connection of this.#connections) {
      const chosen = [...connection.subscriptions.values()].filter(({ kind }) => isChosen(kind))
      if (chosen.length > 0) this.#deliver(connection, chosen, from)
    }
  }

  /** Sends the events after log `upTo` of the block `from`, up to the newest block of the kind. */
  #deliver(connection: Connection, to: readonly Subscription[], from: Block, upTo = Number.POSITIVE_INFINITY): void {
    const canonical = new Map<string, Block>()
    const newest = to.some(({ kind }) => kind === 'newHeads') ? this.#tip : this.#settled
    for (let block: Block | undefined = newest; block !== undefined; block = this.#parent(block))
      canonical.set(block.hash, block)
    const send = (kind: Subscription['kind'], result: unknown) => {
      for (const { id } of to.filter((one) => one.kind === kind)) this.#notify(connection, id, result)
    }
    let fork = from
    let given = upTo
    for (; !canonical.has(fork.hash); fork = this.#parent(fork)!, given = Number.POSITIVE_INFINITY)
      for (const log of fork.logs.toReversed())
        if (Number(log.logIndex) <= given) send('logs', { ...log, removed: true })
    for (const log of fork.logs) if (Number(log.logIndex) > given) send('logs', log)
    for (const block of [...canonical.values()].reverse().filter(({ height }) => height > fork.height)) {
      const { logs: _, height: __, ...head } = block
      send('newHeads', head)
      for (const log of block.logs) send('logs', log)
      send('settledHeads', head)
    }
  }

  #notify(connection: Connection, subscription: string, result: unknown): void {
    if (connection.framesLeft <= 0) return
    connection.socket.send(
      JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }),
    )
    connection.framesLeft -= 1
    if (connection.framesLeft > 0) return
    // Like a proxy that is restarted: the frames sent so far arrive, the rest do not.
    connection.subscriptions.clear()
    connection.socket.close(1012, 'restarting')
  }

  #answer(connection: Connection, { id, method, params }: { id: number; method: string; params: unknown[] }): void {
    const reply = (result: unknown) => connection.socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
    if (method === 'eth_unsubscribe') {
      this.unsubscribed.push(params[0] as string)
      return reply(connection.subscriptions.delete(params[0] as string))
    }
    this.asked.push(params)
    const { after, behindLogs } = (params[params[0] === 'logs' ? 2 : 1] ?? {}) as SubscribeOptions
    const kind = behindLogs ? 'settledHeads' : (params[0] as Subscription['kind'])
    const newest = kind === 'newHeads' ? this.#tip : this.#settled
    const block = after === undefined ? newest : this.#blocks.get(after.blockHash)
    if (block === undefined) {
      const error = {
        code: -32602,
        message: 'unknown',
        data: { name: 'resume-point-unknown', reason: 'resume_point_unknown' },
      }
      return connection.socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
    }
    this.#lastId += 1
    const subscription = { id: hex(this.#lastId), kind }
    reply(subscription.id)
    connection.subscriptions.set(subscription.id, subscription)
    const upTo = after?.logIndex === undefined ? Number.POSITIVE_INFINITY : Number(after.logIndex)
    this.#deliver(connection, [subscription], block, upTo)
  }

  /** Forgets all blocks except the newest. */
  forget(): void {
    for (const hash of this.#blocks.keys()) if (hash !== this.#tip.hash) this.#blocks.delete(hash)
  }

  /** Breaks all connections without a close frame, or with one. */
  cut(code?: number, reason?: string): void {
    for (const { socket, subscriptions } of this.#connections) {
      subscriptions.clear()
      if (code === undefined) socket.terminate()
      else socket.close(code, reason)
    }
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
