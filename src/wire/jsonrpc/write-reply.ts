import { errorText } from './error-object.js'
import { heldBy, heldBytesOf, isFailure, type Payload, type Reply, releaseParts } from './reply.js'

/**
 * Bytes of a reply: a buffer, or text of one byte a character (latin1), which can be joined without
 * a buffer.
 */
export type Piece = Buffer | string

/**
 * A reply ready to be written: the available bytes, and the rest of an answer that is still
 * arriving. The other members: see Payload.
 */
export interface Written {
  readonly chunks: Piece[]
  readonly rest?: AsyncIterable<Buffer> | undefined
  /** Its current part of the memory budget. */
  readonly heldBytes?: number
  release(bytes?: number): void
  readonly reuse?: (() => void) | undefined
}

const CLOSE = Buffer.from('}')
const holdsNothing = (): void => {}

/** The reply that carries one payload. */
class WrittenPayload implements Written {
  constructor(
    readonly chunks: Piece[],
    readonly rest: AsyncIterable<Buffer> | undefined,
    private readonly payload: Payload,
  ) {}

  get heldBytes(): number {
    return this.payload.heldBytes ?? 0
  }

  get reuse(): (() => void) | undefined {
    return this.payload.reuse
  }

  release(bytes?: number): void {
    this.payload.release(bytes)
  }
}

/**
 * The replies of a batch. A class, because a literal with a getter is created function by function
 * for every batch.
 */
class WrittenBatch implements Written {
  readonly rest = undefined
  readonly reuse = undefined

  constructor(
    readonly chunks: Piece[],
    private readonly payloads: readonly Payload[],
  ) {}

  get heldBytes(): number {
    return heldBytesOf(this.payloads)
  }

  release(bytes?: number): void {
    releaseParts(this.payloads, bytes)
  }
}

/** The whole reply as text; undefined if some of its bytes are in buffers. */
const replyText = (idText: string, reply: Reply): string | undefined => {
  if (reply.error !== undefined) {
    if (!isFailure(reply)) return undefined
    return `{"jsonrpc":"2.0","id":${idText},"error":${errorText(reply.error)}}`
  }
  const { text } = reply.result
  return text === undefined ? undefined : `{"jsonrpc":"2.0","id":${idText},"result":${text}}`
}

/** The pieces of a reply that is not text as a whole; the first ones if it is still arriving. */
const replyPieces = (idText: string, reply: Reply): Piece[] => {
  const start = `{"jsonrpc":"2.0","id":${idText},"${reply.error === undefined ? 'result' : 'error'}":`
  if (reply.error !== undefined && reply.payload === undefined) return [start, reply.bytes!, '}']
  const { chunks, rest } = heldBy(reply)!
  const pieces: Piece[] = [start, ...chunks]
  if (rest === undefined) pieces.push('}')
  return pieces
}

/**
 * Combines a reply with the caller's id. Neither the id's bytes nor the result's are changed.
 *
 * `idText`  the id's bytes read as latin1, so that writing them as latin1 gives the same bytes
 */
export const writeReply = (idText: string, reply: Reply): Written => {
  const text = replyText(idText, reply)
  const chunks = text === undefined ? replyPieces(idText, reply) : [text]
  const payload = heldBy(reply)
  if (payload === undefined) return { chunks, rest: undefined, release: holdsNothing, reuse: undefined }
  const rest = payload.rest === undefined ? undefined : closed(payload.rest)
  return new WrittenPayload(chunks, rest, payload)
}

async function* closed(rest: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield* rest
  yield CLOSE
}

/**
 * Combines the replies of a batch with their callers' ids into one array, in order. None may be
 * still arriving.
 *
 * `held`  all replies that the written batch releases, if some of them are not written
 */
export const writeBatch = (idTexts: readonly string[], replies: readonly Reply[], held = replies): Written => {
  const chunks: Piece[] = []
  let text = '['
  for (let index = 0; index < replies.length; index++) {
    const idText = idTexts[index]!
    const reply = replies[index]!
    if (index > 0) text += ','
    const whole = replyText(idText, reply)
    if (whole !== undefined) {
      text += whole
      continue
    }
    for (const piece of replyPieces(idText, reply)) {
      if (typeof piece === 'string') text += piece
      else {
        chunks.push(text, piece)
        text = ''
      }
    }
  }
  chunks.push(`${text}]`)
  const payloads: Payload[] = []
  for (const reply of held) {
    const payload = heldBy(reply)
    if (payload !== undefined) payloads.push(payload)
  }
  return new WrittenBatch(chunks, payloads)
}

/** A piece as a buffer, copied if it was text. */
export const bytesOf = (piece: Piece): Buffer => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)

/** The bytes of a result as far as it has arrived. */
export const payloadLength = ({ text, chunks }: Payload): number => text?.length ?? lengthOf(chunks)

/** The pieces' total length in bytes. */
export const lengthOf = (pieces: readonly Piece[]): number => {
  let length = 0
  for (const piece of pieces) length += piece.length
  return length
}

/** Removes the first piece, or its first `maxBytes` if it is larger. */
export const takePiece = (pieces: Piece[], maxBytes: number): Piece => {
  const piece = pieces[0]!
  if (piece.length <= maxBytes) {
    pieces.shift()
    return piece
  }
  pieces[0] = typeof piece === 'string' ? piece.slice(maxBytes) : piece.subarray(maxBytes)
  return typeof piece === 'string' ? piece.slice(0, maxBytes) : piece.subarray(0, maxBytes)
}

/** The pieces as one buffer. */
export const joined = (pieces: readonly Piece[]): Buffer => copyInto(Buffer.allocUnsafe(lengthOf(pieces)), pieces)

/**
 * Copies the pieces to the beginning of `bytes`, which must be large enough; returns the part that
 * they fill.
 */
export const copyInto = (bytes: Buffer, pieces: readonly Piece[]): Buffer => {
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') bytes.write(piece, at, 'latin1')
    else bytes.set(piece, at)
    at += piece.length
  }
  return at === bytes.length ? bytes : bytes.subarray(0, at)
}

/** The pieces as text that gives the same bytes when written as latin1. */
export const piecesText = (pieces: readonly Piece[]): string => {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece.toString('latin1')
  return text
}
