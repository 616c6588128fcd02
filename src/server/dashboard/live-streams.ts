import type { ServerResponse } from 'node:http'
import { operationTurns } from '../../runtime/turns/process-budgets.js'
import type { HolderId } from '../accounts/session-store.js'
import { isStoreAway } from '../accounts/store-away.js'
import type { Live } from './live.js'
import { beginEvents } from './replies.js'

/** Interval of the values, and of the checks that sessions are still valid. */
const TICK_MS = 2_000
/** Streams of all account holders, and of all operators. */
const MAX_STREAMS = 200
const MAX_OF_ACCOUNT = 20
/** Fewer than the six connections that a browser opens to a host, so that operations have some. */
const MAX_OF_SESSION = 4
/** A reader that reads nothing is cut off; its browser reconnects. */
const MAX_WAITING_BYTES = 262_144

/** An open page. */
export interface Watcher {
  readonly accountId: HolderId
  /** Identifies the session; see SignedIn. */
  readonly requestToken: string
  /** Resolves to true while the session is valid. */
  isSignedIn(): Promise<boolean>
}

type LiveStream = Watcher & { readonly response: ServerResponse }

/**
 * Streams of live values, all at one pace, so that values shown by several pages are read once.
 * Nothing is read while no page is visible. A stream ends with its session: at once if this process
 * ends it, otherwise at the next check. While the store is away, streams stay open without new
 * values.
 *
 * Bounds  200 streams of account holders, 20 of an account; 200 of operators; four of a
 *         session; 256 KB for a slow reader
 */
export class LiveStreams {
  private readonly streams = new Set<LiveStream>()
  private timer: NodeJS.Timeout | undefined
  private isTicking = false

  constructor(
    private readonly live: Live,
    private readonly onBug: (error: unknown) => void,
  ) {}

  /**
   * Begins a stream, says of which session it is, and sends the first values; false if there are
   * too many streams.
   */
  begin(watcher: Watcher, response: ServerResponse): boolean {
    // Its client left while the session was looked up: no `close` follows.
    if (response.destroyed) return true
    if (!this.hasRoom(watcher)) return false
    const stream = { ...watcher, response }
    beginEvents(response)
    response.on('close', () => this.drop(stream))
    const { requestToken, accountId } = watcher
    this.send(stream, 'session', { requestToken })
    if (accountId === undefined) this.send(stream, 'points', this.live.points)
    this.streams.add(stream)
    this.timer ??= setInterval(() => void this.tick(), TICK_MS).unref()
    this.values([stream]).catch(this.failed)
    return true
  }

  endSession(requestToken: string): void {
    for (const stream of [...this.streams]) {
      if (stream.requestToken !== requestToken) continue
      this.send(stream, 'over', {})
      stream.response.end()
      this.drop(stream)
    }
  }

  /** Ends the streams of an account's sessions that a change of the account has ended. */
  checkAccount(accountId: string): void {
    this.endOver([...this.streams].filter((stream) => stream.accountId === accountId)).catch(this.failed)
  }

  stop(): void {
    for (const { response } of this.streams) response.destroy()
  }

  private readonly failed = (error: unknown): void => {
    // The next tick asks the store again.
    if (!isStoreAway(error)) this.onBug(error)
  }

  private hasRoom({ accountId, requestToken }: Watcher): boolean {
    const isOperator = accountId === undefined
    const alike = [...this.streams].filter((stream) => (stream.accountId === undefined) === isOperator)
    const ofAccount = alike.filter((stream) => stream.accountId === accountId)
    const ofSession = ofAccount.filter((stream) => stream.requestToken === requestToken)
    if (alike.length >= MAX_STREAMS || ofSession.length >= MAX_OF_SESSION) return false
    return isOperator || ofAccount.length < MAX_OF_ACCOUNT
  }

  private async tick(): Promise<void> {
    // Do not ask a slow store again before it has answered.
    if (this.isTicking) return
    this.isTicking = true
    try {
      await this.endOver([...this.streams])
      await this.values([...this.streams])
    } catch (error) {
      this.failed(error)
    } finally {
      this.isTicking = false
    }
  }

  /** Ends those streams whose session is over; finds each session once, in its own turn. */
  private async endOver(streams: readonly LiveStream[]): Promise<void> {
    const bySession = new Map(streams.map((stream) => [stream.requestToken, stream]))
    for (const [requestToken, stream] of bySession) {
      await operationTurns.next(this)
      if (!(await stream.isSignedIn())) this.endSession(requestToken)
    }
  }

  private async values(streams: readonly LiveStream[]): Promise<void> {
    for (const accountId of new Set(streams.map((stream) => stream.accountId))) {
      const now = accountId === undefined ? await this.live.ofGateway() : await this.live.ofAccount(accountId)
      for (const stream of streams) if (stream.accountId === accountId) this.send(stream, 'now', now ?? {})
    }
  }

  private send({ response }: LiveStream, event: string, data: object): void {
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy()
    else if (!response.writableEnded && !response.destroyed)
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  private drop(stream: LiveStream): void {
    if (!this.streams.delete(stream) || this.streams.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }
}
