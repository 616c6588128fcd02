import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { threadJobs } from '../../runtime/turns/fair-queue.js'

/** Brotli's best level takes 100 ms for a few percent less. */
const BROTLI_QUALITY = 9
const ETAG_LENGTH = 22
/** Documents are compressed for all callers: together they have the turns of one account. */
const ALL_CALLERS = ''

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/**
 * A document as sent over HTTP in one encoding. `etag` is strong: it differs for each encoding (RFC
 * 9110, section 8.8.3).
 */
export interface EncodedDocument {
  readonly encoding: 'identity' | 'gzip' | 'br'
  readonly pieces: readonly Buffer[]
  readonly etag: string
}

/** A document in its available encodings. */
export interface EncodedForms {
  readonly plain: EncodedDocument
  /** The smallest first. */
  readonly compressed: readonly EncodedDocument[]
}

const hashOf = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)

/**
 * An uncompressed document, for one that few clients request. `identity` differs where the pieces
 * do: a hash of half a megabyte for each request would hold others up.
 */
export const plainDocument = (pieces: readonly Buffer[], identity: string): EncodedForms => ({
  plain: { encoding: 'identity', pieces, etag: `"${hashOf(identity)}"` },
  compressed: [],
})

/**
 * A document that many clients request: hashed and compressed once, off the event loop. Served
 * uncompressed until that is done.
 */
export class CompressedDocument implements EncodedForms {
  readonly plain: EncodedDocument
  readonly compressed: EncodedDocument[] = []

  /** `identity` differs where the bytes do. */
  constructor(bytes: Buffer, identity: Buffer | string = bytes) {
    const hash = hashOf(identity)
    this.plain = { encoding: 'identity', pieces: [bytes], etag: `"${hash}"` }
    const keep = async (encoding: 'gzip' | 'br', compress: () => Promise<Buffer>): Promise<void> => {
      const made = await threadJobs.runStep(ALL_CALLERS, compress)
      this.compressed.push({ encoding, pieces: [made], etag: `"${hash}-${encoding}"` })
      this.compressed.sort((one, other) => lengthOf(one) - lengthOf(other))
    }
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    // Without the form that failed, the document is served in another one.
    const ignore = () => {}
    keep('gzip', () => gzipped(bytes, { level: constants.Z_BEST_COMPRESSION })).catch(ignore)
    keep('br', () => brotlied(bytes, { params })).catch(ignore)
  }
}

/** Bytes of a document. */
export const lengthOf = ({ pieces }: EncodedDocument): number => pieces.reduce((sum, { length }) => sum + length, 0)
