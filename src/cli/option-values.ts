import { isSourceRange } from '../accounts/source-range.js'
import { didYouMean } from '../config/suggestion.js'
import { isDay } from '../credits/day.js'
import { CommandError, UsageError } from './command.js'

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

/** A UTC day, YYYY-MM-DD. */
export const readDayOption = (name: string, text: string): string => {
  if (!isDay(text)) throw new UsageError(`--${name} must be a day as YYYY-MM-DD, not "${text}"`)
  return text
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A moment as ISO 8601 text in UTC, from ISO 8601 text or from how long ago it was: `90s`, `15m`, `2h`, `7d`. */
export const readTime = (name: string, text: string, nowMs: number): string => {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const ms = unit === undefined ? Date.parse(isIso ? text : '') : nowMs - Number(amount) * UNIT_MS[unit]!
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15) {
    throw new UsageError(
      `--${name} must be a time such as 2026-11-21T08:00:00Z, or how long ago: 15m, 2h, 7d; not "${text}"`,
    )
  }
  return new Date(ms).toISOString()
}

/** Names that must all be known; `what` says what they name. */
export const readNames = (what: string, names: readonly string[], known: readonly string[]): string[] => {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known) || '.'
    throw new CommandError(`there is no ${what} "${unknown}"${hint} Known ${what}s: ${known.join(', ')}`)
  }
  return [...new Set(names)]
}

/** 20-byte addresses, in lower case. */
export const readContracts = (texts: readonly string[]): string[] =>
  texts.map((text) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
      throw new UsageError(`--allow-contract takes 20-byte addresses, 0x and 40 hexadecimal digits; not "${text}"`)
    }
    return text.toLowerCase()
  })

/** Origins as browsers send them: scheme and host in lower case, no default port, no path. */
export const readOrigins = (texts: readonly string[]): string[] =>
  texts.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isBare = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+\/?$/i.test(text)
    if (url === undefined || !isBare) {
      throw new UsageError(`--allow-origin takes origins such as https://app.example, without a path; not "${text}"`)
    }
    // URL gives no origin for schemes such as chrome-extension, though browsers send one.
    return url.origin === 'null' ? text.replace(/\/$/, '').toLowerCase() : url.origin
  })

/** CIDR ranges or addresses. */
export const readSources = (texts: readonly string[]): string[] =>
  texts.map((text) => {
    if (!isSourceRange(text)) {
      throw new UsageError(
        `--allow-source takes networks such as 10.0.0.0/8 or 2001:db8::/32, or addresses; not "${text}"`,
      )
    }
    return text
  })
