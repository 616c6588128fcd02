import * as zlib from 'node:zlib'

type Unpack = (bytes: Buffer) => Buffer
/** Not in the types of the oldest Node that is served. */
const unpack = (zlib as unknown as { zstdDecompressSync?: Unpack }).zstdDecompressSync

/** Unpacks zstd (RFC 8878). */
export const unzstd: Unpack = (bytes) => unpack!(bytes)

/**
 * A test of what Node's zlib can from 22.15 on; the report of an older Node names it as skipped.
 * `.ci/run` also runs it on a newer one.
 */
export const onZstd = unpack === undefined ? test.skip : test
