import { isUtf8 } from 'node:buffer'
import { type CallSpans, endOfText, skipSpace, TextWalk } from '../json/spans.js'
import type { Body, BodyLimits, Member } from './body.js'
import { type Failure, fail } from './reply.js'

const NO_PARAMS = Buffer.from('[]')
const NULL_ID = 'null'
const NOTIFICATION: Member = { kind: 'notification' }
const NOT_JSON = Symbol('not JSON')
const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/**
 * Object members that any body may have in total; a large batch may have more, for each of its
 * calls.
 */
const MAX_MEMBERS = 10_000
const MAX_MEMBERS_OF_A_CALL = 100
/** Arrays, objects and what is in them, in total: room for a mebibyte of addresses. */
const MAX_ELEMENTS = 25_000
const MAX_ELEMENTS_OF_A_CALL = 250
/** A body up to this size costs little to parse, whatever its shape. */
const MAX_CHEAP_BYTES = 4_096

type MemberTrouble = 'not_an_object' | 'method_missing' | 'id_type' | 'jsonrpc_version' | 'params_type'

const refused = (reason: MemberTrouble, idText = NULL_ID): Member => ({
  kind: 'refused',
  idText,
  failure: fail('invalid-request', { reason }),
})

/** Parses a body in whatever form. */
export const readParsedBody = (bytes: Buffer, limits: BodyLimits): Body | Failure => {
  if (!isUtf8(bytes)) return fail('parse-error')
  const trouble = shapeTrouble(bytes, limits)
  if (trouble !== undefined && bytes.length > MAX_CHEAP_BYTES) return misshapen(trouble, limits)
  const json = parse(bytes)
  if (json === NOT_JSON) return fail('parse-error')
  if (trouble !== undefined) return misshapen(trouble, limits)
  const walk = new TextWalk(bytes)
  if (Array.isArray(json)) return openBatch(bytes, walk, json)
  return { isBatch: false, members: [openMember(bytes, walk, json)] }
}

const misshapen = (reason: ShapeTrouble, { maxDepth, maxBatch }: BodyLimits): Failure => {
  if (reason === 'nested_too_deep') return fail('invalid-request', { reason, maxDepth })
  return reason === 'batch_too_large'
    ? fail('invalid-request', { reason, maxBatch })
    : fail('invalid-request', { reason })
}

const openBatch = (bytes: Buffer, walk: TextWalk, values: readonly unknown[]): Body | Failure => {
  if (values.length === 0) return fail('invalid-request', { reason: 'empty_batch' })
  const members: Member[] = []
  walk.enter()
  for (let index = 0; walk.next(); index++) members.push(openMember(bytes, walk, values[index]))
  return { isBatch: true, members }
}

/** The text's value; `NOT_JSON`, which equals no value, if it is malformed. `bytes` are UTF-8. */
const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return NOT_JSON
  }
}

/** The members of a call. JSON has no undefined, so undefined means absent. */
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
    return { kind: 'call', envelope: { idText, method, params: [], paramsJson: NO_PARAMS } }
  }
  if (typeof params !== 'object') return refused('params_type', idText)
  const span = spans.params!
  const envelope = {
    idText,
    method,
    params: Array.isArray(params) ? (params as unknown[]) : undefined,
    paramsJson: bytes.subarray(span.start, span.end),
  }
  return { kind: 'call', envelope }
}

/** Why a body is not opened, nor parsed unless it is short. */
export type ShapeTrouble = 'nested_too_deep' | 'batch_too_large' | 'too_many_members'

/**
 * Finds in one walk, before a body is parsed, whether it is heavier than its size suggests: nested
 * deeper than allowed, a batch of too many calls, or made of many thousand members and elements.
 * JSON.parse takes fifty times as long for such bytes (objects with ever new names, arrays in
 * arrays), and blocks every other caller.
 *
 * Its answer on malformed JSON is unspecified: such a body may be refused for either reason, unless
 * it is short.
 */
export const shapeTrouble = (bytes: Buffer, { maxDepth, maxBatch }: BodyLimits): ShapeTrouble | undefined => {
  const maxMembers = Math.max(MAX_MEMBERS, maxBatch * MAX_MEMBERS_OF_A_CALL)
  const maxElements = Math.max(MAX_ELEMENTS, maxBatch * MAX_ELEMENTS_OF_A_CALL)
  const isBatch = isArray(bytes)
  if (isBatch && maxBatch === 0) return 'batch_too_large'
  let depth = 0
  let calls = 1
  let members = 0
  let elements = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at + 1)
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > maxDepth) return 'nested_too_deep'
        // Arrays of one element in each other have no comma.
        if (++elements > maxElements) return 'too_many_members'
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--
        break
      case COLON:
        if (++members > maxMembers) return 'too_many_members'
        break
      case COMMA:
        // Each comma adds one element or member.
        if (++elements > maxElements) return 'too_many_members'
        if (isBatch && depth === 1 && ++calls > maxBatch) return 'batch_too_large'
        break
    }
  }
  return undefined
}

/**
 * The bytes of a batch's first member, if that is an object or array and ends within `bytes`, which
 * may be the beginning of a body. Nothing is parsed: the bytes may be malformed.
 */
export const firstMemberOf = (bytes: Buffer): Buffer | undefined => {
  if (!isArray(bytes)) return undefined
  let depth = 0
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at + 1)
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth === 2) start = at
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (--depth === 1) return bytes.subarray(start, at + 1)
        break
      case COMMA:
        if (depth === 1) return undefined
        break
    }
  }
  return undefined
}

const isArray = (bytes: Buffer): boolean => bytes[skipSpace(bytes, 0)] === OPEN_ARRAY
