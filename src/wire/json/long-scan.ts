import { longScanModule } from './long-scan-artifact.js'
import { PIECE_AT, PIECE_BYTES, STACK_AT } from './scan-state.js'

/**
 * The part of WebAssembly that every Node has; its types are only in the DOM library, which does
 * not belong here.
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
 * The scanner's fast half: reads the inside of a long value about ten times as fast as JavaScript.
 *
 * One per process. A run is synchronous: its caller writes `fields` before and reads them after.
 */
export class LongScan {
  /** Indexed by `Field`. */
  readonly fields: Int32Array
  /** Indexed by depth, from 1: whether that open container is an object. */
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

  /** Reads at most `PIECE_BYTES` of a chunk from `at` on; returns how many bytes it read. */
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
