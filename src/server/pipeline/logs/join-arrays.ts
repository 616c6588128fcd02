import { sliceOf } from '../../../runtime/byte-pieces.js'
import { readBudget } from '../../../runtime/turns/process-budgets.js'
import { AnswerScanner } from '../../../wire/json/answer-scanner.js'
import { MAX_STACK } from '../../../wire/json/scan-state.js'
import { heldBytesOf, type Payload, releaseParts } from '../../../wire/jsonrpc/reply.js'

const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')
/** Before a result, so that it reads as an answer. */
const BEFORE_RESULT = Buffer.from('{"result":')

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

/**
 * Parses one element of an array result; `index` counts from 0. Reads up to it, and a large result
 * in turns of the event loop, which `owner` gets as for large answers.
 */
export const elementAt = async ({ chunks }: Payload, index: number, owner: unknown): Promise<unknown> => {
  const scanner = new AnswerScanner(MAX_STACK, index)
  scanner.push(BEFORE_RESULT)
  for (const chunk of chunks) {
    scanner.push(chunk)
    if (scanner.overflow !== undefined) {
      const { start, end } = scanner.overflow
      return JSON.parse(sliceOf([BEFORE_RESULT, ...chunks], start, end).toString('utf8'))
    }
    if (!readBudget.count(chunk.length)) await readBudget.next(owner)
  }
  return undefined
}
