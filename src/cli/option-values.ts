import { UsageError } from './command.js'

/** `on` or `off` as a boolean; undefined stays undefined. `name` is the option's, for the message; so below. */
export const readSwitch = (name: string, text: string | undefined): boolean | undefined => {
  if (text === undefined) return undefined
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${name} must be on or off, not "${text}"`)
  return text === 'on'
}

/** A whole number that is not negative. */
export const readNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new UsageError(`--${name} must be a whole number, 0 or more, not "${text}"`)
  return number
}

/** A whole number as readNumber reads it, or null for the empty text, which takes a limit away. */
export const readLimit = (name: string, text: string | undefined): number | null | undefined =>
  text === '' ? null : readNumber(name, text)

/** One of a few words. */
export const readChoice = <T extends string>(name: string, text: string, choices: readonly T[]): T => {
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new UsageError(`--${name} must be ${choices.join(' or ')}, not "${text}"`)
  return choice
}
