const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** A component's name: `block hash` and `block_hash` become `BlockHash`. */
export const typeName = (text: string): string => {
  const name = wordsOf(text).map(capital).join('')
  return /^[A-Z]/.test(name) ? name : `Type${name}`
}

/** An argument's name: `Block hash` becomes `blockHash`. */
export const argumentName = (text: string): string => {
  const name = typeName(text)
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/** A description made from a name: `maxFeePerGas` becomes `Max fee per gas.` */
export const describedBy = (text: string): string => {
  const words = wordsOf(text).map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))
  return `${capital(words.join(' ')) || 'A value'}.`
}
