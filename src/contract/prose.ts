import type { Contract, ContractMethod } from './contract.js'
import { pointer } from './lint/mistake.js'

const isMethod = (value: object): value is ContractMethod => 'x-limits' in value

/** The numbers of a method that prose may name, formatted for readers. */
export const numbersOf = ({
  'x-limits': limits,
  'x-credits': credits,
}: ContractMethod): ReadonlyMap<string, string> => {
  const { timeoutMs, maxParameters, maxResults } = limits ?? {}
  const numbers = { credits, maxParameters, maxResults, timeoutSeconds: timeoutMs && timeoutMs / 1000 }
  return new Map(
    Object.entries(numbers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Number(value).toLocaleString('en-US')]],
    ),
  )
}

/**
 * The value of `{name}` in the prose of a method, or of `{method.name}` in any prose; undefined if
 * unknown.
 */
const numberNamed = (contract: Contract, name: string, here: ContractMethod | undefined): string | undefined => {
  const [first = '', second] = name.split('.')
  if (second === undefined) return here === undefined ? undefined : numbersOf(here).get(first)
  const method = contract.methods.find((candidate) => candidate.name === first)
  return method === undefined ? undefined : numbersOf(method).get(second)
}

/** Members whose text is prose; braces elsewhere are examples or patterns. */
const PROSE: ReadonlySet<string> = new Set(['summary', 'description'])
/** Members in which a `description` is data. */
const DATA: ReadonlySet<string> = new Set(['examples', 'default', 'enum', 'const'])
/** Every text of prose in a part of a contract, with its place: a JSON pointer. */
export const proseIn = (value: unknown, path: string): (readonly [text: string, path: string])[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => proseIn(item, `${path}/${index}`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]): (readonly [string, string])[] => {
    if (DATA.has(key)) return []
    const place = `${path}${pointer(key)}`
    return PROSE.has(key) && typeof member === 'string' ? [[member, place]] : proseIn(member, place)
  })
}
/** A number's name in braces; JSON in prose (EIP-1898) has a quote or a space after its brace. */
const PLACEHOLDER = /\{([A-Za-z_][\w.]*)\}/g

/**
 * Fills in the numbers that prose names: `{maxResults}` in a method, `{eth_getLogs.maxResults}`
 * anywhere. A part without placeholders is returned uncopied; most of a contract, which stays in
 * memory while it is served, has none.
 */
export const withFilledProse = <T>(contract: Contract, value: T, here?: ContractMethod): T => {
  if (Array.isArray(value)) {
    const items = value.map((item) => withFilledProse(contract, item as unknown, here))
    return items.every((item, index) => item === value[index]) ? value : (items as T)
  }
  if (typeof value !== 'object' || value === null) return value
  const within = isMethod(value) ? value : here
  let filled: Record<string, unknown> | undefined
  for (const [key, member] of Object.entries(value)) {
    const now = DATA.has(key) ? member : filledMember(contract, key, member, within)
    if (now === member) continue
    // Keeps the order of members.
    filled ??= { ...(value as Record<string, unknown>) }
    filled[key] = now
  }
  return (filled ?? value) as T
}

const filledMember = (contract: Contract, key: string, member: unknown, here: ContractMethod | undefined): unknown => {
  if (!PROSE.has(key) || typeof member !== 'string') return withFilledProse(contract, member, here)
  if (!member.includes('{')) return member
  return member.replace(PLACEHOLDER, (all, name: string) => numberNamed(contract, name, here) ?? all)
}

/** The placeholders of a text of prose that name no number of the contract. */
export const unknownPlaceholders = (contract: Contract, text: string, here: ContractMethod | undefined): string[] =>
  [...text.matchAll(PLACEHOLDER)]
    .map(([, name]) => name!)
    .filter((name) => numberNamed(contract, name, here) === undefined)
