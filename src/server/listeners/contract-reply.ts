import type { EncodedDocument, EncodedForms } from '../../contract/served/compressed-document.js'
import { codingWeights, weightOf } from '../../wire/http/codings/accept-encoding.js'
import type { HttpExchange, ReplyHead } from '../../wire/http/server/handler.js'
import type { DocumentServing, ServedContract } from './listener-deps.js'

/**
 * Clients see a changed contract after five minutes at most; most repeats only compare the ETag.
 */
const MAX_AGE = 'max-age=300'

/** The values of Accept-Encoding and If-None-Match. */
export interface Conditions {
  readonly accepted: string | undefined
  readonly known: string | undefined
}

/** Reads the conditions while the request's head is available. */
export const readConditions = (exchange: HttpExchange): Conditions => ({
  accepted: exchange.header('accept-encoding'),
  known: exchange.header('if-none-match'),
})

export const replyContract = (exchange: HttpExchange, asked: Conditions, document: ServedContract): void =>
  replyDocument(exchange, asked, document, {
    cacheControl: `${document.isShared ? 'public' : 'private'}, ${MAX_AGE}`,
    more: [],
  })

/**
 * Answers a GET for a document, compressed if the client accepts that; 304 if the client has it.
 */
export const replyDocument = (
  exchange: HttpExchange,
  { accepted, known }: Conditions,
  document: EncodedForms,
  serving: DocumentServing,
): void => {
  const { encoding, pieces, etag } = chosenForm(document, accepted)
  const { contentType, cacheControl } = serving
  const moreFields = ['ETag', etag, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding', ...serving.more]
  const head = (status: number): ReplyHead => ({ status, call: undefined, moreFields, contentType })
  if (isKnown(known, etag)) return exchange.reply(head(304), undefined)
  if (encoding !== 'identity') moreFields.push('Content-Encoding', encoding)
  exchange.reply(head(200), { chunks: [...pieces], release: () => {} })
}

/**
 * Picks the smallest form that the client accepts. RFC 9110, section 12.5.3: a coding with weight 0
 * is refused, and so is one that no member names.
 */
export const chosenForm = ({ compressed, plain }: EncodedForms, accepted: string | undefined): EncodedDocument => {
  const weights = codingWeights(accepted ?? '')
  return compressed.find(({ encoding }) => weightOf(weights, encoding) > 0) ?? plain
}

/** Room for the ETags of all forms. A client that sends a longer list gets the document. */
const MAX_KNOWN_LENGTH = 1_024

/** True if the client has the document. RFC 9110, section 13.1.2: weak comparison. */
export const isKnown = (known: string | undefined, etag: string): boolean =>
  known !== undefined &&
  known.length <= MAX_KNOWN_LENGTH &&
  known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
