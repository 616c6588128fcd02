import * as zlib from 'node:zlib'

/** A content coding that replies can be given (RFC 9110, section 8.4.1; RFC 8878 for zstd). */
export type ReplyCoding = 'br' | 'zstd' | 'gzip'

/**
 * What a client takes.
 *
 * `coding`  the best that it takes and this Node has; undefined: none
 * `refusesIdentity`  it takes one, and no reply without
 */
export interface AcceptedCoding {
  readonly coding: ReplyCoding | undefined
  readonly refusesIdentity: boolean
}

/** What a client takes that says nothing of it. */
export const NO_CODING: AcceptedCoding = { coding: undefined, refusesIdentity: false }

/** zstd came with Node 22.15 and 23.8. */
const HAS_ZSTD = 'createZstdCompress' in zlib

/**
 * Those that are there, the one that takes least of the processor first: of codings that a client
 * weighs alike the first is taken.
 */
export const REPLY_CODINGS: readonly ReplyCoding[] = HAS_ZSTD ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']

/** How much a client wants each coding it names, `*` among them; 0 for not at all. */
export type CodingWeights = ReadonlyMap<string, number>

/** Reads an Accept-Encoding field (RFC 9110, section 12.5.3). A weight that is none counts as 0. */
export const codingWeights = (accepted: string): CodingWeights => {
  const weights = new Map<string, number>()
  for (const member of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = member.split(';').map((part) => part.trim())
    const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const weight = text === undefined ? 1 : Number(text)
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

/**
 * How much a client wants a coding; what neither a member of its own nor `*` names it does not
 * want.
 */
export const weightOf = (weights: CodingWeights, coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0

let last = { text: '', accepted: NO_CODING }

/**
 * What a client takes, from its Accept-Encoding field. Most clients say the same, so the last one's
 * is remembered.
 */
export const acceptedCoding = (text: string): AcceptedCoding => {
  if (text !== last.text) last = { text, accepted: chosen(codingWeights(text)) }
  return last.accepted
}

const chosen = (weights: CodingWeights): AcceptedCoding => {
  let coding: ReplyCoding | undefined
  let weight = 0
  for (const one of REPLY_CODINGS) {
    if (weightOf(weights, one) <= weight) continue
    coding = one
    weight = weightOf(weights, one)
  }
  const identity = weights.get('identity')
  // One that likes a reply better as it is gets it so; what it does not name it likes less than
  // what it does.
  if (coding === undefined || (identity !== undefined && identity > weight)) return NO_CODING
  return { coding, refusesIdentity: (identity ?? weights.get('*')) === 0 }
}
