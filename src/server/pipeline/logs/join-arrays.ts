import { elementSpans } from '../../../wire/json/spans.js'
import { heldBytesOf, type Payload, releaseParts } from '../../../wire/jsonrpc/reply.js'

const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')

/**
 * Joins array results into one, in order, without reading their elements: only brackets and commas
 * change.
 *
 * Each part must know its `elements`; `release` releases all parts.
 */
export const joinArrays = (parts: readonly Payload[]): Payload => {
  const chunks: Buffer[] = [OPEN]
  let elements = 0
  for (const part of parts) {
    if (part.elements === undefined || part.elements === 0) continue
    if (elements > 0) chunks.push(COMMA)
    elements += part.elements
    const last = part.chunks.length - 1
    for (const [index, chunk] of part.chunks.entries())
      chunks.push(chunk.subarray(index === 0 ? 1 : 0, index === last ? chunk.length - 1 : chunk.length))
  }
  chunks.push(CLOSE)
  return {
    chunks,
    elements,
    get heldBytes() {
      return heldBytesOf(parts)
    },
    release: (bytes) => {
      releaseParts(parts, bytes)
      if (bytes !== undefined) chunks.length = 0
    },
    leaveAccount: () => {
      for (const part of parts) part.leaveAccount?.()
    },
  }
}

/** Parses one element of an array result; `index` counts from 0. */
export const elementAt = (part: Payload, index: number): unknown => {
  const bytes = Buffer.concat(part.chunks)
  const span = elementSpans(bytes)[index]
  return span === undefined ? undefined : JSON.parse(bytes.toString('utf8', span.start, span.end))
}
