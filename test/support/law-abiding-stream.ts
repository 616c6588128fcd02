import { setTimeout as sleep } from 'node:timers/promises'
import { type HeadEvent, HeadLaw, type LogEvent, LogLaw } from './stream-law.js'
import { openSocket, type TestSocket } from './web-socket.js'

const MAX_REFUSALS = 50
const RETRY_MS = 200

/** A subscription of a client that connects again when it is cut, and goes on where it was. */
export class LawAbidingStream {
  readonly heads = new HeadLaw()
  readonly logs = new LogLaw()
  /** Close codes and refusals that the client did not cause. */
  readonly troubles: string[] = []
  cuts = 0
  /** Cuts after which a process did not know the place to go on from; another may. */
  refusals = 0
  private socket: TestSocket | undefined
  private isOver = false
  private isCut = false

  /** `filter`: undefined for newHeads. */
  constructor(
    private readonly url: string,
    readonly filter: object | undefined,
  ) {}

  get broken(): readonly string[] {
    return this.filter === undefined ? this.heads.broken : this.logs.broken
  }

  /** Subscribes, or goes on after a cut. Resolves once the subscription is there. */
  async open(): Promise<void> {
    for (let tries = 1; !(await this.isOpened()); tries++) {
      if (tries > MAX_REFUSALS) return void this.troubles.push('the place to go on from stays unknown')
      if (tries === 1) this.refusals++
      this.isCut = true
      this.socket!.socket.terminate()
      await sleep(RETRY_MS)
    }
  }

  /** False if the gateway does not know where to go on. */
  private async isOpened(): Promise<boolean> {
    const socket = await openSocket(this.url)
    this.socket = socket
    this.isCut = false
    let id: unknown
    const answered = new Promise<boolean>((resolve) => {
      socket.socket.on('message', (data) => {
        const { method, params, result, error } = JSON.parse(String(data))
        if (method === 'eth_subscription') {
          if (params.subscription !== id) this.troubles.push(`an event of ${params.subscription} instead of ${id}`)
          return this.event(params.result)
        }
        const isUnknown = error?.data?.reason === 'resume_point_unknown'
        if (error !== undefined && !isUnknown) this.troubles.push(`${error.code} ${error.message}`)
        id = result
        resolve(!isUnknown)
      })
    })
    void socket.closed.then(({ code, reason }) => {
      if (!this.isOver && !this.isCut) this.troubles.push(`closed ${code} ${reason}`)
    })
    socket.send({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: this.params() })
    return answered
  }

  /** Ends the connection as a network that breaks does, and opens another one. */
  async cut(): Promise<void> {
    this.cuts++
    this.isCut = true
    this.socket!.socket.terminate()
    await this.socket!.closed
    await this.open()
  }

  close(): void {
    this.isOver = true
    this.socket?.socket.terminate()
  }

  private params(): unknown[] {
    const { filter } = this
    const lastHead = this.heads.last
    if (filter === undefined)
      return lastHead === undefined ? ['newHeads'] : ['newHeads', { after: { blockHash: lastHead.hash } }]
    const last = this.logs.last
    if (last === undefined) return ['logs', filter]
    return ['logs', filter, { after: { blockHash: last.blockHash, logIndex: last.logIndex } }]
  }

  private event(result: HeadEvent & LogEvent): void {
    if (this.filter !== undefined) this.logs.event(result)
    else this.heads.event(result)
  }
}
