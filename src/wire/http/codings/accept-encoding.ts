import * as zlib from 'node:zlib'

/** A content coding for replies (RFC 9110, section 8.4.1; RFC 8878 for zstd). */
export type ReplyCoding = 'br' | 'zstd' | 'gzip'

/**
 * The codings that a client accepts.
 *
 * `coding`           the best accepted coding that this Node has, if any
 * `refusesIdentity`  the client refuses replies without a coding
 */
export interface AcceptedCoding {
  readonly coding: ReplyCoding | undefined
  readonly refusesIdentity: boolean
}

/** For a client that sends no Accept-Encoding. */
export const NO_CODING: AcceptedCoding = { coding: undefined, refusesIdentity: false }

/** zstd came with Node 22.15 and 23.8. */
const HAS_ZSTD = 'createZstdCompress' in zlib

/** The available codings, cheapest for the processor first: the first wins among equal weights. */
export const REPLY_CODINGS: readonly ReplyCoding[] = HAS_ZSTD ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']

/** The weight of each coding that a client names, including `*`; 0 is a refusal. */
export type CodingWeights = ReadonlyMap<string, number>

/** Longer than any client's field. A head full of commas takes 5 ms to read. */
const MAX_FIELD_LENGTH = 256

/**
 * Reads an Accept-Encoding field (RFC 9110, section 12.5.3). A malformed weight counts as 0, and a
 * field that is too long as none.
 */
export const codingWeights = (accepted: string): CodingWeights => {
  const weights = new Map<string, number>()
  if (accepted.length > MAX_FIELD_LENGTH) return weights
  for (const member of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = member.split(';').map((part) => part.trim())
    const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const weight = text === undefined ? 1 : Number(text)
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

/** A coding's weight; 0 if neither the coding nor `*` is listed. */
export const weightOf = (weights: CodingWeights, coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0

let last = { text: '', accepted: NO_CODING }

/**
 * Reads a client's Accept-Encoding field. Most clients send the same one, so the last result is
 * cached.
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
  // A client that prefers identity gets it. An identity that is not listed ranks below listed
  // codings.
  if (coding === undefined || (identity !== undefined && identity > weight)) return NO_CODING
  return { coding, refusesIdentity: (identity ?? weights.get('*')) === 0 }
}
