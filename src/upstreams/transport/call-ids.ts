/** How the body of a call begins, up to its id. */
export const CALL_START = '{"jsonrpc":"2.0","id":'

/** All ids have so many digits as this: every answer is read the same way, and every request of a method has the same length. */
export const FIRST_ID = 1_000_000
const LAST_ID = 9_999_999

let last = FIRST_ID - 1

/**
 * Takes `count` ids, one behind the other, for calls to nodes; returns the first.
 *
 * An HTTP exchange needs no id to match its answer. But if all calls had one id, the gateway could not detect that a node, or a proxy before it,
 * is out of step on a connection and sends each caller another caller's answer.
 */
export const takeCallIds = (count = 1): number => {
  if (last + count > LAST_ID) last = FIRST_ID - 1
  const first = last + 1
  last += count
  return first
}

const THOUSAND = 1_000
/** The last three digits of an id, and the comma behind it. */
const lastDigits = Array.from({ length: THOUSAND }, (_, digits) => `${String(digits).padStart(3, '0')},`)
let lastThousand = -1
let startOfThousand = ''

/**
 * The beginning of a call's body, up to the comma behind its id. What follows it in one piece of text can be put behind another id.
 *
 * Ids follow one another, so the text before the last three digits stays the same for a thousand calls: no number is made into text.
 */
export const callStart = (id: number): string => {
  if (id < THOUSAND) return `${CALL_START}${id},`
  const digits = id % THOUSAND
  const thousand = (id - digits) / THOUSAND
  if (thousand !== lastThousand) {
    lastThousand = thousand
    startOfThousand = `${CALL_START}${thousand}`
  }
  return startOfThousand + lastDigits[digits]!
}
