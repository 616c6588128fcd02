import { longScanModule } from './long-scan-artifact.js'
import { PIECE_AT, PIECE_BYTES, STACK_AT } from './scan-state.js'

/**
 * What there is of WebAssembly in every Node; its types belong to the browser's library, which has
 * no place here.
 */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  scan(length: number): number
}

/**
 * The scanner's fast half: reads the inside of a long value, about ten times as fast as JavaScript
 * does.
 *
 * One for the process; a run is synchronous, so its caller writes `fields` before and reads them
 * after.
 */
export class LongScan {
  /** By `Field`. */
  readonly fields: Int32Array
  /** By depth, from 1: whether that open container is an object. */
  readonly stack: Uint8Array
  private readonly piece: Uint8Array
  private readonly exports: Exports

  constructor() {
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(longScanModule)).exports as Exports
    const { buffer } = this.exports.memory
    this.fields = new Int32Array(buffer, 0, STACK_AT >> 2)
    this.stack = new Uint8Array(buffer, STACK_AT, PIECE_AT - STACK_AT)
    this.piece = new Uint8Array(buffer, PIECE_AT, PIECE_BYTES)
  }

  /** Reads at most `PIECE_BYTES` of a chunk from `at` on; how many bytes were read. */
  run(chunk: Buffer, at: number): number {
    const length = Math.min(PIECE_BYTES, chunk.length - at)
    this.piece.set(at === 0 && length === chunk.length ? chunk : chunk.subarray(at, at + length))
    return this.exports.scan(length)
  }
}

/** The fast half; undefined on a processor without SIMD, where the slow half reads everything. */
export const longScan = ((): LongScan | undefined => {
  try {
    return new LongScan()
  } catch {
    return undefined
  }
})()
