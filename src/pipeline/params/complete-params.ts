import type { MethodRow } from '../../../generated/methods.js'
import { elementSpans } from '../../json/spans.js'
import { bytesOf, type Piece } from '../../jsonrpc/write-reply.js'

/** Params as a node gets them: parsed for the gateway's rules, and as bytes for the wire. */
export interface CompletedParams {
  readonly params: readonly unknown[]
  readonly paramsBytes: Piece
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/**
 * Makes valid params ready for a node: trailing nulls and empty config objects are dropped (agave refuses `{}`), and a
 * parameter left out gets the contract's default (anvil refuses eth_getStorageAt without a block).
 *
 * The bytes of what the caller did write stay as they are.
 */
export const completeParams = (row: MethodRow, params: readonly unknown[], paramsBytes: Piece): CompletedParams => {
  let kept = params.length
  while (kept > 0 && isDroppable(row, params[kept - 1], kept - 1)) kept--
  if (kept === params.length && kept >= row.params.length) return { params, paramsBytes }
  const defaults = row.params.slice(kept).map((param) => param.default)
  const added = defaults.slice(0, defaults.indexOf(undefined) >>> 0)
  if (kept === params.length && added.length === 0) return { params, paramsBytes }
  const bytes = bytesOf(paramsBytes)
  const written = elementSpans(bytes, 0)
    .slice(0, kept)
    .map(({ start, end }) => bytes.subarray(start, end))
  const parts = [...written, ...added.map((value) => Buffer.from(JSON.stringify(value)))]
  const joined = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(','), part]))
  return {
    params: [...params.slice(0, kept), ...added],
    paramsBytes: Buffer.concat([Buffer.from('['), ...joined, Buffer.from(']')]),
  }
}

const isDroppable = (row: MethodRow, value: unknown, index: number): boolean =>
  row.params[index]?.isRequired === false && (value === null || isEmptyObject(value))
