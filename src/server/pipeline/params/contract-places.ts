import type { MethodRow } from '../../../../generated/methods.js'
import { stepsOf } from '../../../contract/json-pointer.js'
import { stepOf } from './complete-params.js'

/** The values that a limited key may send at a place: its addresses, any, or certain members. */
type SendablePlace = 'address' | 'anything' | SendableMembers

/** Members by name; `needed` are those with an address, which must be present. */
interface SendableMembers {
  readonly places: Map<string, SendablePlace>
  readonly needed: string[]
}

/** Longer allowlists become sets: both list and filter may have thousands of addresses. */
const FEW = 8
/** The sets of long allowlists; a key keeps its list from call to call. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

const noMembers = (): SendableMembers => ({ places: new Map(), needed: [] })

const put = (root: SendableMembers, pointer: string, place: 'address' | 'anything'): void => {
  const steps = stepsOf(pointer)
  let members = root
  for (const [index, step] of steps.entries()) {
    if (place === 'address' && !members.needed.includes(step)) members.needed.push(step)
    if (index === steps.length - 1) members.places.set(step, place)
    else {
      const known = members.places.get(step)
      const next = typeof known === 'object' ? known : noMembers()
      members.places.set(step, next)
      members = next
    }
  }
}

const isAllowed = (address: string, allowed: readonly string[]): boolean => {
  if (allowed.length <= FEW) return allowed.includes(address)
  let set = sets.get(allowed)
  if (set === undefined) {
    set = new Set(allowed)
    sets.set(allowed, set)
  }
  return set.has(address)
}

const areAllowed = (value: unknown, allowed: readonly string[]): boolean => {
  if (typeof value === 'string') return isAllowed(value.toLowerCase(), allowed)
  if (!Array.isArray(value) || value.length === 0) return false
  return value.every((one) => typeof one === 'string' && isAllowed(one.toLowerCase(), allowed))
}

/** The place of a value that the key may not send, as the end of a pointer, if any. */
const strangerIn = (value: unknown, place: SendablePlace, allowed: readonly string[]): string | undefined => {
  if (place === 'anything') return undefined
  if (place === 'address') return areAllowed(value, allowed) ? undefined : ''
  const members = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  for (const name of place.needed) {
    const found = strangerIn(members[name], place.places.get(name)!, allowed)
    if (found !== undefined) return `/${name}${found}`
  }
  for (const name of Object.keys(members)) {
    const member = members[name]
    if (member === null || member === undefined) continue
    const inner = place.places.get(name)
    if (inner === undefined) return `/${stepOf(name)}`
    const found = typeof inner === 'object' ? strangerIn(member, inner, allowed) : undefined
    if (found !== undefined) return `/${name}${found}`
  }
  return undefined
}

/**
 * Finds what a key limited to contracts may not send: a JSON pointer into the params, or undefined.
 *
 * A call passes with an address of the list at each declared place, and nothing undeclared.
 *
 * Source  `x-contracts` in openrpc.json
 */
export const refusedPlaceFinder = ({
  addresses,
  beside,
}: Exclude<MethodRow['contractAccess'], string>): ((
  params: readonly unknown[],
  allowed: readonly string[],
) => string | undefined) => {
  const root = noMembers()
  for (const pointer of addresses) put(root, pointer, 'address')
  for (const pointer of beside) put(root, pointer, 'anything')
  return (params, allowed) => strangerIn(params, root, allowed)
}
