import type { BodyLimits } from './body.js'
import { openBody } from './open-body.js'
import { firstMemberOf } from './parsed-body.js'
import type { Piece } from './write-reply.js'

/** Bytes of a body read to find the id for a refusal that precedes parsing. */
export const MAX_ID_BODY_BYTES = 16_384
/** Longer bodies are not parsed: refused bodies take no turns, and all of them may come at once. */
const MAX_PARSED_BYTES = 512
const MAX_END_BYTES = 1_024
const NULL_ID = 'null'
/**
 * A refused batch gets a null id, so batches are not opened. Depth does not matter in so small a
 * call.
 */
const ID_LIMITS: BodyLimits = { maxBatch: 0, maxDepth: Number.POSITIVE_INFINITY }

const SPACE = '[ \\t\\r\\n]*'
/** A string of ASCII characters without escapes. */
const TEXT = '"[ !#-\\[\\]-~]*"'
const ID = `"id"${SPACE}:${SPACE}(-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|${TEXT})${SPACE}`
const OTHER = `"(?:jsonrpc|method)"${SPACE}:${SPACE}${TEXT}${SPACE}`
/** A call whose id stands before its params. */
const BEGINNING = `${SPACE}\\{${SPACE}(?:${OTHER},${SPACE}){0,2}${ID}[,}]`
const SINGLE = new RegExp(`^${BEGINNING}`)
const FIRST_OF_BATCH = new RegExp(`^${SPACE}\\[${BEGINNING}`)
/** A call whose id stands behind its params. In JSON no string ends so: its quotes are escaped. */
const END = new RegExp(`,${SPACE}${ID}(?:,${SPACE}${OTHER}){0,2}\\}${SPACE}$`)

/**
 * The id for a body refused as a whole: the caller's, if the body is one readable call; else
 * `null`. Of a body above `MAX_PARSED_BYTES` only the beginning and the end are read.
 */
export const idOfBody = (body: Piece): string => {
  if (body.length > MAX_PARSED_BYTES) return idOfLongCall(body)
  const opened = openBody(body, ID_LIMITS)
  if (!('members' in opened) || opened.isBatch) return NULL_ID
  const member = opened.members[0]!
  if (member.kind === 'call') return member.envelope.idText
  return member.kind === 'refused' ? member.idText : NULL_ID
}

/**
 * The id of a batch's first call, if it is readable within the first `MAX_ID_BODY_BYTES`; else
 * `null`, which is also the answer for a body that is no batch.
 */
export const firstIdOfBatch = (body: Buffer): string => {
  const first = firstMemberOf(body.subarray(0, MAX_ID_BODY_BYTES))
  return first === undefined ? idIn(FIRST_OF_BATCH, body, 0, MAX_ID_BODY_BYTES) : idOfBody(first)
}

const idOfLongCall = (body: Piece): string => {
  const id = idIn(SINGLE, body, 0, MAX_ID_BODY_BYTES)
  return id === NULL_ID ? idIn(END, body, Math.max(0, body.length - MAX_END_BYTES), body.length) : id
}

const idIn = (form: RegExp, body: Piece, start: number, end: number): string => {
  const text = typeof body === 'string' ? body.slice(start, end) : body.toString('latin1', start, end)
  return form.exec(text)?.[1] ?? NULL_ID
}
