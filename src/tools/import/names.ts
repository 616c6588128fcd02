const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** A name as components have it: `block hash` and `block_hash` are `BlockHash`. */
export const typeName = (text: string): string => {
  const name = wordsOf(text).map(capital).join('')
  return /^[A-Z]/.test(name) ? name : `Type${name}`
}

/** A name as arguments have it: `Block hash` is `blockHash`. */
export const argumentName = (text: string): string => {
  const name = typeName(text)
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/** A description made of a name, where a document has none: `maxFeePerGas` is `Max fee per gas.` */
export const describedBy = (text: string): string => {
  const words = wordsOf(text).map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))
  return `${capital(words.join(' ')) || 'A value'}.`
}
