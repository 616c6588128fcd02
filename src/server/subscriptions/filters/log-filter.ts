import { createHash } from 'node:crypto'
import { type Steps, sorting } from '../../../runtime/turns/in-turns.js'
import type { FollowedLog } from '../followed-block.js'

/**
 * The accepted values, in lower case; undefined: any. A single one takes less memory without a set.
 */
type Choice = string | ReadonlySet<string> | undefined

/** Filters whose text is longer are identified by a hash. */
const MAX_NAME_LENGTH = 256
const VALUES_IN_A_STEP = 500

/**
 * A filter of eth_subscribe's logs.
 *
 * Matches as geth does: any of the addresses, and at each position any of its topics; null, or an
 * empty list, accepts everything there. A log with fewer topics than the filter has positions does
 * not match.
 */
export class LogFilter {
  /**
   * `topics`  by position
   * `name`    equal for filters that match the same logs
   */
  constructor(
    readonly addresses: Choice,
    readonly topics: readonly Choice[],
    readonly name: string,
  ) {}

  matches({ address, topics }: FollowedLog): boolean {
    if (this.topics.length > topics.length) return false
    if (!accepts(this.addresses, address)) return false
    return this.topics.every((choice, position) => accepts(choice, topics[position]!))
  }
}

/**
 * Reads a filter in steps, because it may have thousands of values.
 *
 * `filter`  valid by the contract; undefined matches every log
 */
export function* readLogFilter(filter: unknown): Steps<LogFilter> {
  const { address, topics } = (filter ?? {}) as { readonly address?: unknown; readonly topics?: unknown }
  const addresses = yield* readChoice(address)
  const choices: Choice[] = []
  for (const topic of Array.isArray(topics) ? topics : []) choices.push(yield* readChoice(topic))
  return new LogFilter(addresses, choices, yield* filterName([addresses, ...choices]))
}

const accepts = (choice: Choice, value: string): boolean =>
  typeof choice === 'string' ? choice === value : choice === undefined || choice.has(value)

/** The values of a choice that does not accept everything. */
export const valuesOf = (choice: NonNullable<Choice>): readonly string[] =>
  typeof choice === 'string' ? [choice] : [...choice]

/** One value or many, without regard to case. A null among many accepts everything, as in geth. */
function* readChoice(value: unknown): Steps<Choice> {
  if (typeof value === 'string') return value.toLowerCase()
  if (!Array.isArray(value) || value.length === 0 || value.includes(null)) return undefined
  const values = new Set<string>()
  for (const [at, one] of value.entries()) {
    values.add(String(one).toLowerCase())
    if (at % VALUES_IN_A_STEP === VALUES_IN_A_STEP - 1) yield
  }
  return values.size === 1 ? [...values][0] : values
}

const ascending = (one: string, other: string): number => (one < other ? -1 : 1)

function* filterName(choices: readonly Choice[]): Steps<string> {
  const texts: string[] = []
  for (const choice of choices)
    texts.push(choice === undefined ? '' : (yield* sorting(valuesOf(choice), ascending)).join(','))
  const text = texts.join(' ')
  yield
  return text.length <= MAX_NAME_LENGTH ? text : createHash('sha256').update(text).digest('hex')
}
