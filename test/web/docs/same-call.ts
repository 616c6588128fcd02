/** A call as it went over the wire. */
export interface WireCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Options that libraries add without being asked. */
const ADDED_OPTIONS: ReadonlySet<string> = new Set(['commitment', 'preflightCommitment', 'encoding'])
/** The values that a node assumes for options that are left out. */
const DEFAULTS: Readonly<Record<string, unknown>> = { commitment: 'finalized', encoding: 'json' }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a param without meaningless differences: leading zeros, `input` for `data`, a list of one
 * address.
 */
const normal = (value: unknown): unknown => {
  if (typeof value === 'string')
    return /^0x[\da-f]{1,64}$/i.test(value) ? `0x${BigInt(value).toString(16)}` : value.toLowerCase()
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(normal)
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (name === 'topics' && Array.isArray(member) && member.length === 0) return []
    if (name === 'address' && Array.isArray(member) && member.length === 1) return [[name, normal(member[0])]]
    return [[name === 'input' ? 'data' : name, normal(member)]]
  })
  return Object.fromEntries(entries)
}

const covers = (sent: unknown, wanted: unknown): boolean => {
  if (Array.isArray(wanted))
    return (
      Array.isArray(sent) && sent.length === wanted.length && wanted.every((one, index) => covers(sent[index], one))
    )
  if (!isObject(wanted)) return sent === wanted
  if (!isObject(sent)) return false
  const names = new Set([...Object.keys(sent), ...Object.keys(wanted)])
  return [...names].every((name) =>
    name in wanted ? covers(sent[name] ?? DEFAULTS[name], wanted[name]) : ADDED_OPTIONS.has(name),
  )
}

/** Returns whether a node assumes such a param when it is left out. */
const isAssumed = (param: unknown): boolean =>
  param === 'latest' || (isObject(param) && Object.entries(param).every(([name, value]) => value === DEFAULTS[name]))

/** Returns whether libraries add such a param without being asked. */
const isAddition = (param: unknown): boolean =>
  param === 'latest' || (isObject(param) && Object.keys(param).every((name) => ADDED_OPTIONS.has(name)))

/** Returns whether the params that a library sent ask for the same as those of an example. */
export const asksFor = (sent: readonly unknown[], wanted: readonly unknown[]): boolean => {
  const [found, meant] = [normal(sent), normal(wanted)] as [unknown[], unknown[]]
  return (
    meant.every((param, index) => (index in found ? covers(found[index], param) : isAssumed(param))) &&
    found.slice(meant.length).every(isAddition)
  )
}
