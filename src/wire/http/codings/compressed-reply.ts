import * as zlib from 'node:zlib'
import { bytesOf, type Piece, takePiece, type Written } from '../../jsonrpc/write-reply.js'
import type { ReplyCoding } from './accept-encoding.js'
import { codedBytes } from './coded-bytes.js'

/** What is compressed at a time: about a millisecond's work. */
const STEP_BYTES = 65_536
/** Replies being compressed at once, up to a megabyte each; further ones leave as they are. */
const MAX_COMPRESSED_AT_ONCE = 32

let compressedAtOnce = 0
/** How many of them each account has. */
const compressedOf = new Map<string, number>()

/** An account may have as many as it leaves for others: alone half of all. */
const hasRoom = (owner: string): boolean => (compressedOf.get(owner) ?? 0) < MAX_COMPRESSED_AT_ONCE - compressedAtOnce

const count = (owner: string, change: 1 | -1): void => {
  compressedAtOnce += change
  const own = (compressedOf.get(owner) ?? 0) + change
  if (own === 0) compressedOf.delete(owner)
  else compressedOf.set(owner, own)
}

/**
 * A reply that is compressed as the client reads it. Its memory is given back as it is used up.
 *
 * Bounds  what is compressed at a time, for each reply, and the replies being compressed, for each
 *         account and for the process
 */
class CompressedReply implements Written {
  readonly chunks: Piece[] = []
  readonly heldBytes = 0
  readonly rest: AsyncIterable<Buffer>
  private isReleased = false

  constructor(
    private readonly plain: Written,
    coding: ReplyCoding,
    private readonly owner: string,
    countPlainBytes: (bytes: number) => void,
  ) {
    count(owner, 1)
    this.rest = codedBytes(piecesOf(plain, countPlainBytes), createCompressor(coding), owner)
  }

  release(bytes?: number): void {
    if (bytes !== undefined || this.isReleased) return
    this.isReleased = true
    count(this.owner, -1)
    this.plain.release()
  }
}

/**
 * The same reply compressed; undefined when as many as may be are being compressed. `owner` is the
 * account that asked, `countPlainBytes` hears what goes into it.
 */
export const compressedReply = (
  plain: Written,
  coding: ReplyCoding,
  owner: string,
  countPlainBytes: (bytes: number) => void,
): Written | undefined => (hasRoom(owner) ? new CompressedReply(plain, coding, owner, countPlainBytes) : undefined)

async function* piecesOf(plain: Written, countPlainBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  const { chunks, rest } = plain
  while (chunks.length > 0) {
    const piece = bytesOf(takePiece(chunks, STEP_BYTES))
    countPlainBytes(piece.length)
    yield piece
    plain.release(piece.length)
  }
  if (rest === undefined) return
  for await (const piece of rest) {
    countPlainBytes(piece.length)
    yield piece
  }
}

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = zlib.constants
/** 256 KB of window: a compressor must not weigh megabytes. */
const WINDOW_BITS = 18

type Zstd = { createZstdCompress(options: object): zlib.Gzip; constants: Record<string, number> }

const createZstd = (): zlib.Gzip => {
  // Not in the types of the oldest Node that is served.
  const { createZstdCompress, constants } = zlib as unknown as Zstd
  const params = { [constants.ZSTD_c_compressionLevel!]: 1, [constants.ZSTD_c_windowLog!]: WINDOW_BITS }
  return createZstdCompress({ params })
}

/**
 * Makes a compressor at its quickest setting: of five megabytes of log entries (2 cores, Node 20)
 * gzip made 1.3 in 86 ms of CPU time, its usual level 1.2 in 99 ms; brotli made 1.1 in 26 ms, its
 * level 4 no less in 111 ms.
 */
const createCompressor = (coding: ReplyCoding): zlib.Gzip | zlib.BrotliCompress => {
  if (coding === 'zstd') return createZstd()
  if (coding === 'gzip') return zlib.createGzip({ level: 1 })
  const params = {
    [BROTLI_PARAM_QUALITY]: 1,
    [BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
  }
  return zlib.createBrotliCompress({ params })
}
