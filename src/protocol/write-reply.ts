import type { Reply } from './reply.js'

const CLOSE = Buffer.from('}')
const COMMA = Buffer.from(',')
const OPEN_BATCH = Buffer.from('[')
const CLOSE_BATCH = Buffer.from(']')

/** A reply ready to be written: the bytes at hand, and the rest of an answer that is still arriving. */
export interface Written {
  readonly chunks: Buffer[]
  readonly rest?: AsyncIterable<Buffer>
  release(): void
}

/**
 * Puts a reply behind the caller's id. Neither the id's bytes nor the result's are changed.
 *
 * `idText`  the id's bytes read as latin1, so that writing them as latin1 gives the same bytes
 */
export const writeReply = (idText: string, reply: Reply): Written => {
  if (reply.error !== undefined) {
    const error = reply.bytes ?? Buffer.from(JSON.stringify(reply.error))
    return {
      chunks: [Buffer.from(`{"jsonrpc":"2.0","id":${idText},"error":`, 'latin1'), error, CLOSE],
      release: () => {},
    }
  }
  const payload = reply.result
  const chunks = [Buffer.from(`{"jsonrpc":"2.0","id":${idText},"result":`, 'latin1'), ...payload.chunks]
  const release = () => payload.release()
  if (payload.rest === undefined) {
    chunks.push(CLOSE)
    return { chunks, release }
  }
  return { chunks, rest: closed(payload.rest), release }
}

async function* closed(rest: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield* rest
  yield CLOSE
}

/** Joins the replies of a batch into one array, in their order. */
export const joinBatch = (replies: readonly Written[]): Written => {
  const chunks: Buffer[] = [OPEN_BATCH]
  for (const [index, reply] of replies.entries()) {
    if (index > 0) chunks.push(COMMA)
    chunks.push(...reply.chunks)
  }
  chunks.push(CLOSE_BATCH)
  return {
    chunks,
    release: () => {
      for (const reply of replies) reply.release()
    },
  }
}
