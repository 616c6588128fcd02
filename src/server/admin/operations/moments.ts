import { malformed } from '../operation-error.js'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a text such as `90s`, `15m`, `2h` or `7d`; undefined for other text. */
export const readDuration = (text: string): number | undefined => {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(amount) * UNIT_MS[unit]!
}

/** Milliseconds of ISO 8601 text, a day or a time; without a zone it is UTC, as days are. */
const readIso = (text: string): number => {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/
  const [, day = '', time = '00:00', zone = 'Z'] = form.exec(text) ?? []
  return Date.parse(`${day}T${time}${zone}`)
}

/**
 * Reads ISO 8601 text or an age, and returns ISO 8601 in UTC; `name` is the parameter's. Errors:
 * `malformed`.
 */
export const readMoment = (name: string, text: string, nowMs: number): string => {
  const agoMs = readDuration(text)
  const ms = agoMs === undefined ? readIso(text) : nowMs - agoMs
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15) {
    throw malformed(`${name} must be a time such as 2026-11-21T08:00:00Z, or how long ago: 15m, 2h, 7d; not "${text}"`)
  }
  return new Date(ms).toISOString()
}
