const DAY_MS = 86_400_000

/** Days up to today that an account's page shows, by what the reader chooses. */
export const SPANS: Readonly<Record<string, number>> = { Today: 1, '7 days': 7, '30 days': 30 }

/** A count with its thousands separated. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** A count in three digits: 1.2 M. */
export const short = (value: number): string =>
  value.toLocaleString('en-US', { notation: 'compact', maximumSignificantDigits: 3 })

/** A moment in readable form, in UTC. */
export const moment = (iso: string | null | undefined): string =>
  iso == null ? 'never' : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** The time of day of a moment, given in milliseconds since 1970. */
export const clock = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} UTC`

/** A UTC day in readable form: Wed 25 Nov 2026. */
export const dayText = (day: string): string => {
  const [weekday, dayOfMonth, month, year] = new Date(`${day}T00:00:00Z`).toUTCString().replace(',', '').split(' ')
  return `${weekday} ${dayOfMonth} ${month} ${year}`
}

export const ago = (iso: string | null | undefined): string => {
  if (iso == null) return 'never'
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1_000)
  if (seconds < 90) return 'just now'
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min ago`
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)} h ago`
  return `${Math.round(seconds / 86_400)} days ago`
}

/** A span of time: 7 h 12 min. */
export const span = (ms: number): string => {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The time until a moment in whole minutes, at least one, as operations read it: 15m. */
export const minutesUntil = (iso: string): string =>
  `${Math.max(1, Math.round((Date.parse(iso) - Date.now()) / 60_000))}m`

/** Milliseconds until the next 00:00 UTC. */
export const untilRenewalMs = (): number => DAY_MS - (Date.now() % DAY_MS)

/** A UTC day some days before today, YYYY-MM-DD. */
export const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** The first day of a span for an operation; today alone is the gateway's own day. */
export const spanFrom = (chosen: string): { from?: string } => {
  const days = SPANS[chosen]!
  return days === 1 ? {} : { from: dayBefore(days - 1) }
}

/** The last UTC days up to today, in order. */
export const daysFrom = (days: number): string[] => Array.from({ length: days }, (_, at) => dayBefore(days - 1 - at))

export const hoursOf = (day: string): string[] =>
  Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`)

export const bytes = (value: number): string =>
  value < 1_024
    ? `${value} B`
    : value < 1_048_576
      ? `${(value / 1_024).toFixed(0)} KB`
      : `${(value / 1_048_576).toFixed(1)} MB`

/** A duration in three digits, as `milliseconds` of the command line writes it. */
export const milliseconds = (ms: number): string => `${ms < 100 ? ms.toPrecision(3) : count(ms)} ms`

/** A part of a whole in percent, as `percentText` of the command line writes it. */
export const percent = (part: number, whole: number): string => {
  if (whole === 0 || part === 0) return '0 %'
  const share = part / whole
  return share < 0.001 ? '< 0.1 %' : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`
}
