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
