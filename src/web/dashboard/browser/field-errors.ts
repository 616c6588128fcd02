/** The mistakes in a form, by the name of the field; '' for one that belongs to no field. */
export type FieldErrors = Readonly<Record<string, string>>

const sentence = (text: string): string =>
  `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

/**
 * Places the gateway's refusal at the field whose parameter it begins with, and names parameters as
 * the form does.
 *
 * `labels`  the label of each parameter
 */
export const atField = (message: string, labels: Readonly<Record<string, string>>): FieldErrors => {
  const inWords = (text: string) =>
    text.replace(/\b[a-z]+[A-Z]\w*\b/g, (word) => (Object.hasOwn(labels, word) ? `“${labels[word]}”` : word))
  const [, name = '', rest = ''] = /^(\w+)(?:\.\d+)?:? (.*)$/s.exec(message) ?? []
  return Object.hasOwn(labels, name) ? { [name]: sentence(inWords(rest)) } : { '': sentence(inWords(message)) }
}

/** Digits, with or without separators of thousands: 1,5 is no 15. */
const LIMIT = /^(\d*|\d{1,3}([\s_,]\d{3})+)$/
const MAX_DIGITS = 15

/** Checks typed limits; all mistakes at once. Empty text is no limit. */
export const limitErrors = (typed: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([, text]) => !LIMIT.test(text.trim()) || plain(text).length > MAX_DIGITS)
      .map(([name, text]) => [name, `Must be a whole number, such as 100,000, and not “${text.trim()}”.`]),
  )

const plain = (text: string): string => text.replace(/[\s_,]/g, '')

/** A typed limit that limitErrors found right; null is no limit. */
export const readLimit = (text: string): number | null => (plain(text) === '' ? null : Number(plain(text)))
