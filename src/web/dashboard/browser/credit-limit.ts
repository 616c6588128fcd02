/**
 * A limit as it is typed: nothing for none, as null. Errors: throws, with a sentence for people,
 * for what is no whole number.
 */
export const readLimit = (text: string): number | null => {
  const plain = text.replace(/[\s_,]/g, '')
  if (plain === '') return null
  if (!/^\d{1,15}$/.test(plain))
    throw new Error(`Credits must be a whole number, such as 100,000, and not “${text.trim()}”.`)
  return Number(plain)
}
