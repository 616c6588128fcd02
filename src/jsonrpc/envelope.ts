import { isAscii, isUtf8 } from 'node:buffer'
import { type CallSpans, TextWalk } from '../json/spans.js'
import { type Body, type BodyLimits, BodyText, type Member } from './body.js'
import { type ShapeTrouble, shapeTrouble } from './body-shape.js'
import { readFastBody } from './fast-body.js'
import { type Failure, fail } from './reply.js'

const NO_PARAMS = Buffer.from('[]')
const NULL_ID = 'null'
/** How much of a body is read for the id of a refusal that came before the body was looked at. */
export const MAX_ID_BODY_BYTES = 16_384
const MAX_TEXT_BYTES = 16_384
/** A refused batch gets a null id, so none is opened; how deep so small a call nests does not matter. */
const ID_LIMITS: BodyLimits = { maxBatch: 0, maxDepth: Number.POSITIVE_INFINITY }
const NOTIFICATION: Member = { kind: 'notification' }
const NOT_JSON = Symbol('not JSON')

type MemberTrouble = 'not_an_object' | 'method_missing' | 'id_type' | 'jsonrpc_version' | 'params_type'

const refused = (reason: MemberTrouble, idText = NULL_ID): Member => ({
  kind: 'refused',
  idText,
  failure: fail('invalid-request', { reason }),
})

/**
 * Reads a request body into its calls; one bad member of a batch does not spoil the others.
 *
 * Errors  `parse-error` (not JSON, not UTF-8), `invalid-request` (empty or oversized batch, nested too deep, too many members) for the body
 *         as a whole; what is too large in one of these ways is not parsed, so nothing is said of whether it is JSON
 * Source  JSON-RPC 2.0, sections 4 and 6; docs/specification.md, "Envelope"
 */
export const openBody = (body: Buffer | BodyText, limits: BodyLimits): Body | Failure => {
  const text = textOf(body)
  const plain = text === undefined ? undefined : readFastBody(text, limits)
  return plain ?? openAny(bytesOf(body), limits)
}

/** A body as text, if it is ASCII and so short that a copy costs next to nothing. */
const textOf = (body: Buffer | BodyText): string | undefined => {
  if (body instanceof BodyText) return body.text
  return body.length <= MAX_TEXT_BYTES && isAscii(body) ? body.toString('latin1') : undefined
}

const bytesOf = (body: Buffer | BodyText): Buffer =>
  body instanceof BodyText ? Buffer.from(body.text, 'latin1') : body

/** Reads a body however it is written. */
const openAny = (bytes: Buffer, limits: BodyLimits): Body | Failure => {
  if (!isUtf8(bytes)) return fail('parse-error')
  const trouble = shapeTrouble(bytes, limits)
  if (trouble !== undefined) return misshapen(trouble, limits)
  const json = parse(bytes)
  if (json === NOT_JSON) return fail('parse-error')
  const walk = new TextWalk(bytes)
  return Array.isArray(json) ? openBatch(bytes, walk, json) : openSingle(bytes, walk, json)
}

const misshapen = (reason: ShapeTrouble, { maxDepth, maxBatch }: BodyLimits): Failure => {
  if (reason === 'nested_too_deep') return fail('invalid-request', { reason, maxDepth })
  return reason === 'batch_too_large'
    ? fail('invalid-request', { reason, maxBatch })
    : fail('invalid-request', { reason })
}

const openSingle = (bytes: Buffer, walk: TextWalk, json: unknown): Body => ({
  isBatch: false,
  members: [openMember(bytes, walk, json)],
})

const openBatch = (bytes: Buffer, walk: TextWalk, values: readonly unknown[]): Body | Failure => {
  if (values.length === 0) return fail('invalid-request', { reason: 'empty_batch' })
  const members: Member[] = []
  walk.enter()
  for (let index = 0; walk.next(); index++) members.push(openMember(bytes, walk, values[index]))
  return { isBatch: true, members }
}

/** The text's value; `NOT_JSON`, which no text has, when it is none. `bytes` are UTF-8. */
const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return NOT_JSON
  }
}

/** What a call may have; JSON has no undefined, so that is what a member left out is. */
interface CallJson {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

const openMember = (bytes: Buffer, walk: TextWalk, value: unknown): Member => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return openCall(bytes, walk.call(), value)
  walk.skip()
  return refused('not_an_object')
}

const openCall = (bytes: Buffer, spans: CallSpans, value: object): Member => {
  const { jsonrpc, id, method, params } = value as CallJson
  if (id === undefined) return typeof method === 'string' ? NOTIFICATION : refused('method_missing')
  if (typeof id !== 'number' && typeof id !== 'string' && id !== null) return refused('id_type')
  const idSpan = spans.id!
  const idText = bytes.toString('latin1', idSpan.start, idSpan.end)
  if (jsonrpc !== '2.0') return refused('jsonrpc_version', idText)
  if (typeof method !== 'string') return refused('method_missing', idText)
  if (params === undefined || params === null) {
    return { kind: 'call', envelope: { idText, method, params: [], paramsBytes: NO_PARAMS } }
  }
  if (typeof params !== 'object') return refused('params_type', idText)
  const span = spans.params!
  const envelope = {
    idText,
    method,
    params: Array.isArray(params) ? (params as unknown[]) : undefined,
    paramsBytes: bytes.subarray(span.start, span.end),
  }
  return { kind: 'call', envelope }
}

/** The id of a body that will be refused whole: the caller's, if the body is one readable call, and a small one; else `null`. */
export const idOfBody = (body: Buffer | BodyText): string => {
  if (body.length > MAX_ID_BODY_BYTES) return NULL_ID
  const opened = openBody(body, ID_LIMITS)
  if (!('members' in opened) || opened.isBatch) return NULL_ID
  const member = opened.members[0]!
  if (member.kind === 'call') return member.envelope.idText
  return member.kind === 'refused' ? member.idText : NULL_ID
}
