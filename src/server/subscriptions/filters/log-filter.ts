import { createHash } from 'node:crypto'
import type { FollowedLog } from '../followed-block.js'

/** What a position of topics accepts; undefined: any topic, or none. */
type TopicChoice = ReadonlySet<string> | undefined

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
  /** The accepted addresses, in lower case; undefined: any. */
  readonly addresses: ReadonlySet<string> | undefined
  readonly topics: readonly TopicChoice[]
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
    if (this.addresses !== undefined && !this.addresses.has(address)) return false
    return this.topics.every((choice, position) => choice === undefined || choice.has(topics[position]!))
  }
}

/** One value or many, without regard to case. A null among many accepts everything, as in geth. */
const choiceOf = (value: unknown): TopicChoice => {
  if (typeof value === 'string') return new Set([value.toLowerCase()])
  if (!Array.isArray(value) || value.length === 0 || value.includes(null)) return undefined
  return new Set(value.map((one) => String(one).toLowerCase()))
}

const nameOf = (choices: readonly TopicChoice[]): string => {
  const text = choices.map((choice) => (choice === undefined ? '' : [...choice].sort().join(','))).join(' ')
  return text.length <= MAX_NAME_LENGTH ? text : createHash('sha256').update(text).digest('hex')
}
