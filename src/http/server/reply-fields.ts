import { type HeaderName, headerNames } from '../../../generated/headers.js'
import type { AnsweredBy } from '../../jsonrpc/reply.js'
import type { ReplyHead } from './handler.js'

/** A field that the contract has, as a line without its end. */
export const fieldLine = (name: HeaderName, value: string | number): string => `${name}: ${value}`

const field = (name: HeaderName, value: string | number): string => `${fieldLine(name, value)}\r\n`

const EXPOSED = headerNames.join(', ')

/**
 * CORS: names and values in turn. `*`, for everybody, unless the network has a list of origins: the key is in the path or in a header that
 * a page has to have, so no cookie is at stake.
 *
 * Source  the Fetch standard, "CORS protocol and HTTP caches": what depends on the origin says so
 */
export const corsFields = (allowedOrigin: string | undefined): readonly string[] => {
  if (allowedOrigin === '') return ['Vary', 'Origin']
  const fields = ['Access-Control-Allow-Origin', allowedOrigin ?? '*', 'Access-Control-Expose-Headers', EXPOSED]
  return allowedOrigin === undefined ? fields : ['Vary', 'Origin', ...fields]
}

/** A reply's fields as lines of text, but for CORS, which stands in the prepared part of a head. */
export const fieldText = ({ call, more }: ReplyHead): string => {
  let text = ''
  if (call !== undefined) {
    text = field('X-Request-Id', call.requestId) + priceText(call.costCredits, call.resetSeconds)
    if (call.remainingCredits !== undefined) text += field('X-Credits-Remaining', call.remainingCredits)
    if (call.servedBy.length === 1) text += SERVED_BY[call.servedBy[0]!]
    else if (call.servedBy.length > 1) text += field('X-Served-By', call.servedBy.join(', '))
    if (call.isVerified) text += field('X-Verified', 'proof')
  }
  return text + linesOf(more)
}

/** Names and values in turn as lines. */
export const linesOf = (fields: readonly string[]): string => {
  let text = ''
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`
  return text
}

const SERVED_BY: Readonly<Record<AnsweredBy, string>> = {
  upstream: field('X-Served-By', 'upstream'),
  cache: field('X-Served-By', 'cache'),
  partner: field('X-Served-By', 'partner'),
}

let price = { costCredits: 0, resetSeconds: 0, text: '' }

/** Made anew when the call costs something else than the one before, or the day is over. */
const priceText = (costCredits: number, resetSeconds: number): string => {
  if (costCredits !== price.costCredits || resetSeconds !== price.resetSeconds) {
    const text = field('X-Credits-Cost', costCredits) + field('X-Credits-Reset', resetSeconds)
    price = { costCredits, resetSeconds, text }
  }
  return price.text
}
