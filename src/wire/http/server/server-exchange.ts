import type { IncomingMessage } from 'node:http'
import type { Cancellation } from '../../../runtime/cancellation.js'
import { bytesOf, type Piece, type Written } from '../../jsonrpc/write-reply.js'
import { NO_CODING } from '../codings/accept-encoding.js'
import { BodyBlock, type BodyMeter, type BodyOwner, REFUSED_CALLERS, type TakenBytes } from './body-budget.js'
import type { HttpExchange, ReadBody, ReplyHead, UnreadBody, UpgradeRequest } from './handler.js'
import { CHUNKED, fieldValue, type ParsedHead } from './request-head.js'
import type { ServerConnection } from './server-connection.js'
import { type UnpackedBody, unpackedBody } from './unpacked-body.js'

const NO_BYTES = Buffer.alloc(0)
const GONE: UnreadBody = { unread: 'gone' }
const TOO_LARGE: UnreadBody = { unread: 'too-large' }
/** The head of a request that could not be parsed. */
const BROKEN_HEAD: ParsedHead = {
  method: '',
  target: '',
  isHttp10: false,
  bodyLength: 0,
  keepsAlive: false,
  expects: 'nothing',
  isEncoded: false,
  isGzip: false,
  accepts: NO_CODING,
  hasCredentials: false,
  hasTrace: false,
  host: undefined,
  origin: undefined,
  isUpgrade: false,
}

/** One request of a connection and its answer, as far as both have come. */
export class ServerExchange implements HttpExchange {
  /** True if the request was read to its end. */
  isRead = false
  isGone = false
  /** True if there is an answer; it leaves when it is this exchange's turn. */
  isReady = false
  /** True if the answer has begun to leave. */
  isBegun = false
  replyHead: ReplyHead | undefined
  written: Written | undefined
  /** Replaces the answer: bytes that end the connection. */
  refusal: Buffer | undefined
  cancellation: Cancellation | undefined
  /** Owns the body, and the work that the reply needs. */
  owner: BodyOwner = REFUSED_CALLERS
  /** True if the client received 100 Continue. */
  isInvited = false
  private source: Buffer | undefined
  private body: Piece = NO_BYTES
  private block: BodyBlock | undefined
  private onBody: ((body: ReadBody) => void) | undefined

  constructor(
    private readonly connection: ServerConnection,
    readonly head: ParsedHead,
    source: Buffer,
    private readonly fields: readonly number[],
  ) {
    this.source = source
  }

  /** Takes the place in the queue of answers for a malformed request. */
  static broken(connection: ServerConnection): ServerExchange {
    return new ServerExchange(connection, BROKEN_HEAD, NO_BYTES, [])
  }

  get peer(): string {
    return this.connection.peer
  }

  get memo(): unknown {
    return this.connection.memo
  }

  header(name: string): string | undefined {
    if (this.source === undefined) throw new Error('the head is read no more once the handler has returned')
    return fieldValue(this.source, this.fields, name)
  }

  authenticated(owner: string): void {
    this.connection.authenticated(owner)
    // The watch ends a connection without room for its account.
    if (this.connection.socket.destroyed) this.leave()
  }

  /** The whole request has arrived. */
  complete(body: Piece): void {
    this.isRead = true
    this.body = body
  }

  /** Releases the head's bytes after the handler read them; the next request overwrites them. */
  forgetHead(): void {
    this.source = undefined
  }

  get wantsBody(): boolean {
    return this.onBody !== undefined
  }

  readBody(maxBytes: number, owner: BodyOwner, meter?: BodyMeter): ReadBody | Promise<ReadBody> {
    this.owner = owner
    if (this.isGone) return GONE
    const { bodyLength } = this.head
    if (bodyLength > maxBytes) return TOO_LARGE
    if (this.isRead) return this.body.length > maxBytes ? TOO_LARGE : this.body
    this.block = new BodyBlock(
      this.connection.connectionDeps.bodies,
      owner,
      maxBytes,
      bodyLength === CHUNKED ? undefined : bodyLength,
      meter,
    )
    return new Promise((resolve) => {
      this.onBody = resolve
      this.connection.invite(this)
    })
  }

  unpackBody(packed: Piece, maxBytes: number, owner: BodyOwner): Promise<UnpackedBody> {
    return unpackedBody(this.connection.connectionDeps.bodies, owner, bytesOf(packed), maxBytes)
  }

  boundBody(maxBytes: number, owner: BodyOwner): void {
    this.owner = owner
    if (this.block !== undefined) this.endIfNotTaken(this.block.bound(maxBytes, owner))
  }

  /**
   * Takes a piece of the body: `bytes` from `from` to `to`. Discards it if the handler does not
   * want the body.
   */
  take(bytes: Buffer, from: number, to: number): void {
    if (this.block !== undefined) this.endIfNotTaken(this.block.take(bytes, from, to))
  }

  finishBody(): void {
    this.isRead = true
    if (this.block !== undefined) this.endBody(this.block.finish())
  }

  cancelWhenGone(cancellation: Cancellation): void {
    if (this.isGone) cancellation.cancel()
    else this.cancellation = cancellation
  }

  reply(head: ReplyHead, written: Written | undefined): void {
    if (this.isGone || this.isReady) {
      written?.release()
      return
    }
    this.replyHead = head
    this.written = written
    this.isReady = true
    this.connection.advance()
  }

  /** Answers with prepared bytes and ends the connection; the handler's answer is ignored. */
  endWith(refusal: Buffer): void {
    if (this.isReady) return
    this.refusal = refusal
    this.isReady = true
    this.endBody(GONE)
    this.cancellation?.cancel()
    this.connection.advance()
  }

  pauseReading(ms: number): void {
    this.connection.pauseReading(ms)
  }

  abort(): void {
    this.connection.destroy()
  }

  /** The client left, or was cut off; `isByServer`: not through its own doing. */
  leave(isByServer = false): void {
    if (this.isGone) return
    this.isGone = true
    this.endBody(GONE)
    this.cancellation?.cancel(isByServer)
    // After the reply has begun, its writer gives the memory back.
    if (this.isReady && !this.isBegun) this.written?.release()
  }

  /** The request in the form that the ws package and the WebSocket listener expect. */
  upgradeRequest(): UpgradeRequest {
    const { source, fields, connection } = this
    const headers: Record<string, string> = Object.create(null)
    for (let at = 0; at < fields.length; at += 4) {
      const name = source!.toString('latin1', fields[at]!, fields[at + 1]!).toLowerCase()
      headers[name] ??= fieldValue(source!, fields, name)!
    }
    const handshake = { method: this.head.method, url: this.head.target, headers } as unknown as IncomingMessage
    return {
      head: this.head,
      peer: connection.peer,
      header: (name) => headers[name],
      authenticated: (owner) => connection.authenticated(owner),
      handshake,
    }
  }

  private endIfNotTaken(taken: TakenBytes): void {
    if (taken !== 'taken') this.endBody({ unread: taken })
  }

  private endBody(body: ReadBody): void {
    const { onBody } = this
    this.onBody = undefined
    this.block?.drop()
    this.block = undefined
    onBody?.(body)
  }
}
