import type { Contract, ContractMethod } from './contract.js'

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
export const PROSE: ReadonlySet<string> = new Set(['summary', 'description'])
/** Members in which a `description` is data. */
export const DATA: ReadonlySet<string> = new Set(['examples', 'default', 'enum', 'const'])
/** A number's name in braces; JSON in prose (EIP-1898) has a quote or a space after its brace. */
export const PLACEHOLDER = /\{([A-Za-z_][\w.]*)\}/g

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
