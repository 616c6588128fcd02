import type { MethodRow } from '../../../../generated/methods.js'
import { stepsOf } from '../../../wire/json/json-pointer.js'

/** What a limited key may send at a place: one of its addresses, anything, or certain members. */
type SendablePlace = 'address' | 'anything' | SendableMembers
type SendableMembers = Map<string, SendablePlace>

/** More addresses are looked up in a set: a filter and an allowlist may each have thousands. */
const FEW = 8

const put = (root: SendableMembers, pointer: string, place: SendablePlace): void => {
  const steps = stepsOf(pointer)
  let members = root
  for (const step of steps.slice(0, -1)) {
    const inner = members.get(step)
    const next: SendableMembers = inner instanceof Map ? inner : new Map()
    members.set(step, next)
    members = next
  }
  members.set(steps.at(-1)!, place)
}

const areAllowed = (value: unknown, allowed: readonly string[]): boolean => {
  const asked: readonly unknown[] = [value ?? []].flat()
  const known = asked.length > FEW ? new Set(allowed) : undefined
  const isAllowed = (address: string) => (known === undefined ? allowed.includes(address) : known.has(address))
  return asked.length > 0 && asked.every((one) => typeof one === 'string' && isAllowed(one.toLowerCase()))
}

/** Where a value has what the key may not send, as the end of a pointer; undefined: nowhere. */
const strangerIn = (value: unknown, place: SendablePlace, allowed: readonly string[]): string | undefined => {
  if (place === 'anything') return undefined
  if (place === 'address') return areAllowed(value, allowed) ? undefined : ''
  const members = (typeof value === 'object' ? value : undefined) as Readonly<Record<string, unknown>> | undefined
  for (const [name, inner] of place) {
    const found = strangerIn(members?.[name], inner, allowed)
    if (found !== undefined) return `/${name}${found}`
  }
  const stranger = Object.entries(members ?? {}).find(([name, member]) => !place.has(name) && (member ?? null) !== null)
  return stranger && `/${stranger[0].slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/**
 * Finds what a key limited to contracts may not send: a JSON pointer into the params, or undefined.
 *
 * A call passes with an address of the list at each declared place, and nothing undeclared beside it.
 *
 * Source  `x-contracts` in openrpc.json
 */
export const contractJudge = ({
  addresses,
  beside,
}: Exclude<MethodRow['contracts'], string>): ((
  params: readonly unknown[],
  allowed: readonly string[],
) => string | undefined) => {
  const root: SendableMembers = new Map()
  for (const pointer of addresses) put(root, pointer, 'address')
  for (const pointer of beside) put(root, pointer, 'anything')
  return (params, allowed) => strangerIn(params, root, allowed)
}
