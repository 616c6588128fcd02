import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { exactJson } from '../../runtime/exact-json.js'
import { isObject } from '../../runtime/is-object.js'
import { METHOD_NOT_FOUND } from '../../wire/jsonrpc/error-codes.js'
import type { MockAnswers } from './answers.js'
import type { Fault } from './faults.js'
import { type ChainAnswer, type MockStream, nodeError } from './mock-chain.js'

/** A call, with the fault that is planned for it. */
export interface AnsweredMessage {
  readonly fault?: Fault | undefined
  readonly reply: object
}

export interface NodeSocketDeps {
  readonly answers: () => MockAnswers
  readonly faultOf: (method: string) => Fault | undefined
  /** Answers a call; see startMockNode. */
  readonly answerOne: (call: unknown) => AnsweredMessage
}

/** Interval in which streams are read. */
const READ_EVERY_MS = 20
const MAX_MESSAGE_BYTES = 1024 * 1024
const MOST_SUBSCRIPTIONS = 10_000
/** A reader that is further behind is cut off, as agave does. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024
const LIMIT_EXCEEDED = -32_005

const isSubscription = (method: string): boolean => /subscribe$/i.test(method)
const unsubscribeOf = (method: string): string =>
  method.replace(/_subscribe$/, '_unsubscribe').replace(/Subscribe$/, 'Unsubscribe')

/** Serves subscriptions, and on EVM nodes calls, to the WebSockets of a node's server. */
export const serveNodeSockets = (server: Server, deps: NodeSocketDeps): void => {
  const open = new Set<NodeSocket>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  let timer: NodeJS.Timeout | undefined
  const readAll = () => {
    for (const one of open) one.readStreams()
  }
  server.on('upgrade', (request, connection: Duplex, head) => {
    sockets.handleUpgrade(request, connection, head, (socket) => {
      const one = new NodeSocket(socket, deps)
      open.add(one)
      timer ??= setInterval(readAll, READ_EVERY_MS).unref()
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        open.delete(one)
        if (open.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
    })
  })
}

class NodeSocket {
  /** Subscriptions with their methods, by id. */
  private readonly streams = new Map<
    string | number,
    { stream: MockStream; notification: string; unsubscribe: string }
  >()
  private subscriptionCount = 0
  /** Messages are answered one after the other. */
  private answered: Promise<void> = Promise.resolve()

  constructor(
    private readonly socket: WebSocket,
    private readonly deps: NodeSocketDeps,
  ) {
    socket.on('message', (data: Buffer) => {
      const { maxMessageBytes = MAX_MESSAGE_BYTES } = deps.answers().socketRules
      if (data.length > maxMessageBytes) return socket.terminate()
      this.answered = this.answered.then(() => this.receive(String(data))).catch(() => socket.terminate())
    })
  }

  readStreams(): void {
    for (const [id, { stream, notification }] of this.streams) {
      for (const result of stream.read())
        this.send({ jsonrpc: '2.0', method: notification, params: { result, subscription: id } })
      if (stream.isOver) this.streams.delete(id)
    }
  }

  private async receive(text: string): Promise<void> {
    const parsed: unknown = JSON.parse(text)
    const calls = Array.isArray(parsed) ? parsed : [parsed]
    const replies: object[] = []
    for (const call of calls) {
      const { fault, reply } = this.answer(call)
      if (fault?.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false })
      if (fault?.hang) continue
      if (fault?.reset || fault?.status !== undefined) return this.socket.terminate()
      // A message without an id is a notification, such as a client's ping.
      if (!isObject(call) || call.id !== undefined) replies.push(reply)
    }
    if (replies.length > 0) this.send(Array.isArray(parsed) ? replies : replies[0]!)
  }

  private answer(call: unknown): AnsweredMessage {
    const { id = null, method, params = [] } = isObject(call) ? call : {}
    const given = Array.isArray(params) ? params : []
    if (typeof method === 'string' && isSubscription(method)) {
      const fault = this.deps.faultOf(method)
      const usual = () => (/unsubscribe$/i.test(method) ? this.end(method, given[0]) : this.begin(method, given))
      const answer = fault?.error !== undefined ? { error: fault.error } : usual()
      return { fault, reply: { jsonrpc: '2.0', id, ...answer } }
    }
    if (this.deps.answers().socketRules.answersCalls) return this.deps.answerOne(call)
    return { reply: { jsonrpc: '2.0', id, ...nodeError(METHOD_NOT_FOUND, 'Method not found') } }
  }

  private begin(method: string, params: readonly unknown[]): ChainAnswer {
    const node = this.deps.answers()
    if (this.streams.size >= MOST_SUBSCRIPTIONS) return nodeError(LIMIT_EXCEEDED, 'too many subscriptions')
    const stream = node.subscribe(method, params) ?? nodeError(METHOD_NOT_FOUND, 'Method not found')
    if (!('read' in stream)) return stream
    const id = node.socketRules.idOf(++this.subscriptionCount)
    this.streams.set(id, {
      stream,
      notification: node.socketRules.notification(method),
      unsubscribe: unsubscribeOf(method),
    })
    return { result: id }
  }

  private end(method: string, id: unknown): ChainAnswer {
    const stream = this.streams.get(id as string | number)
    if (stream?.unsubscribe !== method) return this.deps.answers().socketRules.unknownId
    this.streams.delete(id as string | number)
    return { result: true }
  }

  private send(message: object): void {
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) return this.socket.terminate()
    this.socket.send(exactJson(message))
  }
}
