/**
 * Parses a typed limit; empty text is null, no limit. Errors: throws a readable message if it is
 * not a whole number.
 */
export const readLimit = (text: string): number | null => {
  const plain = text.replace(/[\s_,]/g, '')
  if (plain === '') return null
  if (!/^\d{1,15}$/.test(plain))
    throw new Error(`Credits must be a whole number, such as 100,000, and not “${text.trim()}”.`)
  return Number(plain)
}
