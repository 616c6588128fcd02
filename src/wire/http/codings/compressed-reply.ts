import * as zlib from 'node:zlib'
import { FairSlots } from '../../../runtime/turns/fair-slots.js'
import { bytesOf, type Piece, takePiece, type Written } from '../../jsonrpc/write-reply.js'
import type { ReplyCoding } from './accept-encoding.js'
import { codedBytes } from './coded-bytes.js'

/** Bytes compressed at a time: about a millisecond's work. */
const STEP_BYTES = 65_536
/** Replies compressed at once, up to a megabyte each; further ones leave uncompressed. */
const compressedAtOnce = new FairSlots(32)

/**
 * A reply that is compressed as the client reads it. Gives its memory back as it is used up.
 *
 * Bounds  the bytes compressed at a time for each reply; the replies compressed at once, for each
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
    compressedAtOnce.take(owner)
    this.rest = codedBytes(piecesOf(plain, countPlainBytes), createCompressor(coding), owner)
  }

  release(bytes?: number): void {
    if (bytes !== undefined || this.isReleased) return
    this.isReleased = true
    compressedAtOnce.free(this.owner)
    this.plain.release()
  }
}

/**
 * Compresses a reply; undefined if too many are being compressed. `owner` is the account that
 * called; `countPlainBytes` receives the number of bytes that go in.
 */
export const compressedReply = (
  plain: Written,
  coding: ReplyCoding,
  owner: string,
  countPlainBytes: (bytes: number) => void,
): Written | undefined =>
  compressedAtOnce.isFullFor(owner) ? undefined : new CompressedReply(plain, coding, owner, countPlainBytes)

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
/** A window of 256 KB, so that a compressor does not take megabytes. */
const WINDOW_BITS = 18

type Zstd = { createZstdCompress(options: object): zlib.Gzip; constants: Record<string, number> }

const createZstd = (): zlib.Gzip => {
  // Missing in the types of the oldest supported Node.
  const { createZstdCompress, constants } = zlib as unknown as Zstd
  const params = { [constants.ZSTD_c_compressionLevel!]: 1, [constants.ZSTD_c_windowLog!]: WINDOW_BITS }
  return createZstdCompress({ params })
}

/**
 * Creates a compressor at its fastest setting. Measured on five megabytes of log entries (2 cores,
 * Node 20): gzip made 1.3 MB in 86 ms of CPU time, its default level 1.2 MB in 99 ms; brotli made
 * 1.1 MB in 26 ms, its level 4 no less in 111 ms.
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
