import { type HeaderName, headerNames } from '../../../generated/headers.js'
import type { ServedBy } from '../../jsonrpc/reply.js'
import type { ReplyHead } from './handler.js'

/** A field that the contract has. */
const field = (name: HeaderName, value: string | number): string => `${name}: ${value}\r\n`

/** CORS for everybody, on every reply: the key is in the path, so no cookie is at stake. */
export const CORS_FIELDS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  headerNames.join(', '),
]

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
  for (let at = 0; at < more.length; at += 2) text += `${more[at]}: ${more[at + 1]}\r\n`
  return text
}

const SERVED_BY: Readonly<Record<ServedBy, string>> = {
  upstream: field('X-Served-By', 'upstream'),
  cache: field('X-Served-By', 'cache'),
  partner: field('X-Served-By', 'partner'),
  nobody: field('X-Served-By', 'nobody'),
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
