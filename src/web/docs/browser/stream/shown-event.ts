/** Longer texts are not kept whole: fifty of them would fill the tab. */
const MAX_KEPT = 100_000

export interface ShownEvent {
  readonly time: string
  /** Block, log or slot, in the digits that arrived. */
  readonly place: string
  readonly hash: string
  readonly isRemoved: boolean
  readonly text: string
  /** Length of the text as it arrived. */
  readonly length: number
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The time of a day, with milliseconds. */
const timeOf = (date: Date): string =>
  `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`

/** Slots are read from the text: it has the digits as they arrived. */
const slotIn = (text: string): string => {
  const slot = (/"slot"\s*:\s*(\d+)/.exec(text) ?? /"result"\s*:\s*(\d+)/.exec(text))?.[1]
  return slot === undefined ? '' : `slot ${slot}`
}

const placeOf = (result: unknown, text: string): Pick<ShownEvent, 'place' | 'hash'> => {
  if (typeof result === 'string') return { place: 'transaction', hash: result }
  const { number, hash, blockNumber, blockHash, logIndex, value } = membersOf(result)
  if (logIndex !== undefined) return { place: `block ${blockNumber}, log ${logIndex}`, hash: String(blockHash ?? '') }
  if (number !== undefined) return { place: `block ${number}`, hash: String(hash ?? '') }
  if (hash !== undefined) return { place: 'transaction', hash: String(hash) }
  const { signature, pubkey } = membersOf(value)
  return { place: slotIn(text), hash: String(signature ?? pubkey ?? '') }
}

/** True for an event that takes an earlier one back. */
export const isRemoval = (result: unknown): boolean => membersOf(result).removed === true

export const shownEvent = (text: string, result: unknown, date: Date): ShownEvent => ({
  time: timeOf(date),
  ...placeOf(result, text),
  isRemoved: isRemoval(result),
  text: text.slice(0, MAX_KEPT),
  length: text.length,
})
