import { errorText } from './error-object.js'
import type { Reply } from './reply.js'

/** Bytes of a reply: a buffer, or text of one byte a character (latin1), which can be put together without making a buffer of it first. */
export type Piece = Buffer | string

/** A reply ready to be written: the bytes at hand, and the rest of an answer that is still arriving. `release`, `reuse`: see Payload. */
export interface Written {
  readonly chunks: Piece[]
  readonly rest?: AsyncIterable<Buffer> | undefined
  release(): void
  readonly reuse?: (() => void) | undefined
}

const CLOSE = Buffer.from('}')
const holdsNothing = (): void => {}

/**
 * Puts a reply behind the caller's id. Neither the id's bytes nor the result's are changed.
 *
 * `idText`  the id's bytes read as latin1, so that writing them as latin1 gives the same bytes
 */
export const writeReply = (idText: string, reply: Reply): Written => {
  if (reply.error !== undefined) {
    const chunks: Piece[] =
      reply.bytes === undefined
        ? [`{"jsonrpc":"2.0","id":${idText},"error":${errorText(reply.error)}}`]
        : [`{"jsonrpc":"2.0","id":${idText},"error":`, reply.bytes, '}']
    return { chunks, rest: undefined, release: holdsNothing, reuse: undefined }
  }
  const payload = reply.result
  if (payload.text !== undefined) {
    const text = `{"jsonrpc":"2.0","id":${idText},"result":${payload.text}}`
    return { chunks: [text], rest: undefined, release: () => payload.release(), reuse: undefined }
  }
  const chunks: Piece[] = [`{"jsonrpc":"2.0","id":${idText},"result":`]
  for (const chunk of payload.chunks) chunks.push(chunk)
  if (payload.rest === undefined) chunks.push('}')
  const rest = payload.rest === undefined ? undefined : closed(payload.rest)
  return { chunks, rest, release: () => payload.release(), reuse: payload.reuse }
}

async function* closed(rest: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield* rest
  yield CLOSE
}

/** Joins the replies of a batch into one array, in their order. */
export const joinBatch = (replies: readonly Written[]): Written => {
  const chunks: Piece[] = []
  let text = '['
  for (const [index, reply] of replies.entries()) {
    if (index > 0) text += ','
    for (const piece of reply.chunks) {
      if (typeof piece === 'string') text += piece
      else {
        chunks.push(text, piece)
        text = ''
      }
    }
  }
  chunks.push(`${text}]`)
  return {
    chunks,
    rest: undefined,
    release: () => {
      for (const reply of replies) reply.release()
    },
    reuse: undefined,
  }
}

/** A piece as a buffer; what was text before is a copy. */
export const bytesOf = (piece: Piece): Buffer => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)

/** How many bytes the pieces are. */
export const lengthOf = (pieces: readonly Piece[]): number => {
  let length = 0
  for (const piece of pieces) length += piece.length
  return length
}

/** The pieces as one buffer. */
export const joined = (pieces: readonly Piece[]): Buffer => copyInto(Buffer.allocUnsafe(lengthOf(pieces)), pieces)

/** Copies the pieces to the beginning of `bytes`, which must be long enough; the part of it that they are now. */
export const copyInto = (bytes: Buffer, pieces: readonly Piece[]): Buffer => {
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') bytes.write(piece, at, 'latin1')
    else bytes.set(piece, at)
    at += piece.length
  }
  return at === bytes.length ? bytes : bytes.subarray(0, at)
}

/** The pieces as text that becomes the same bytes when written as latin1. */
export const textOf = (pieces: readonly Piece[]): string => {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece.toString('latin1')
  return text
}
