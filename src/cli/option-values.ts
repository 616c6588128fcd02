import { readDuration } from '../server/admin/operations/moments.js'
import { UsageError } from './command.js'

const MAX_PORT = 65_535

/**
 * `on` or `off` as a boolean; undefined stays undefined. `name` is the option's name for the error
 * message, here and below.
 */
export const readSwitch = (name: string, text: string | undefined): boolean | undefined => {
  if (text === undefined) return undefined
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${name} must be on or off, not "${text}"`)
  return text === 'on'
}

interface Bounds {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** A non-negative integer within bounds. */
export const readNumber = (
  name: string,
  text: string | undefined,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Bounds = {},
): number | undefined => {
  if (text === undefined) return undefined
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= minimum && number <= maximum) return number
  const bounds = maximum === Number.MAX_SAFE_INTEGER ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`
  throw new UsageError(`--${name} must be a whole number${bounds}, not "${text}"`)
}

export const readPort = (name: string, text: string | undefined): number | undefined =>
  readNumber(name, text, { maximum: MAX_PORT })

/** A duration such as `15m`, in milliseconds. */
export const readTime = (name: string, text: string): number => {
  const ms = readDuration(text)
  if (ms === undefined) throw new UsageError(`--${name} must be a duration such as 90s or 15m, not "${text}"`)
  return ms
}

/** A number like readNumber's, or null for the empty text, which removes a limit. */
export const readLimit = (name: string, text: string | undefined): number | null | undefined =>
  text === '' ? null : readNumber(name, text)

/** `a, b or c`. */
const alternatives = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')

/** One of a few words. */
export const readChoice = <T extends string>(name: string, text: string, choices: readonly T[]): T => {
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new UsageError(`--${name} must be ${alternatives(choices)}, not "${text}"`)
  return choice
}
