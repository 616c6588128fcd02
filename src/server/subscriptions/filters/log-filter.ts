import { createHash } from 'node:crypto'
import type { FollowedLog } from '../followed-block.js'

/**
 * The accepted values, in lower case; undefined: any. A single one takes less memory without a set.
 */
type Choice = string | ReadonlySet<string> | undefined

/** Filters whose text is longer are identified by a hash. */
const MAX_NAME_LENGTH = 256

/**
 * A filter of eth_subscribe's logs.
 *
 * Matches as geth does: any of the addresses, and at each position any of its topics; null, or an
 * empty list, accepts everything there. A log with fewer topics than the filter has positions does
 * not match.
 */
export class LogFilter {
  readonly addresses: Choice
  /** By position. */
  readonly topics: readonly Choice[]
  /** Equal for filters that match the same logs. */
  readonly name: string

  /** `filter` is valid by the contract; undefined matches every log. */
  constructor(filter: unknown) {
    const { address, topics } = (filter ?? {}) as { readonly address?: unknown; readonly topics?: unknown }
    this.addresses = choiceOf(address)
    this.topics = Array.isArray(topics) ? topics.map(choiceOf) : []
    this.name = nameOf([this.addresses, ...this.topics])
  }

  matches({ address, topics }: FollowedLog): boolean {
    if (this.topics.length > topics.length) return false
    if (!accepts(this.addresses, address)) return false
    return this.topics.every((choice, position) => accepts(choice, topics[position]!))
  }
}

const accepts = (choice: Choice, value: string): boolean =>
  typeof choice === 'string' ? choice === value : choice === undefined || choice.has(value)

/** The values of a choice that does not accept everything. */
export const valuesOf = (choice: NonNullable<Choice>): readonly string[] =>
  typeof choice === 'string' ? [choice] : [...choice]

/** One value or many, without regard to case. A null among many accepts everything, as in geth. */
const choiceOf = (value: unknown): Choice => {
  if (typeof value === 'string') return value.toLowerCase()
  if (!Array.isArray(value) || value.length === 0 || value.includes(null)) return undefined
  const values = new Set(value.map((one) => String(one).toLowerCase()))
  return values.size === 1 ? [...values][0] : values
}

const nameOf = (choices: readonly Choice[]): string => {
  const text = choices.map((choice) => (choice === undefined ? '' : [...valuesOf(choice)].sort().join(','))).join(' ')
  return text.length <= MAX_NAME_LENGTH ? text : createHash('sha256').update(text).digest('hex')
}
