const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Writes bytes as one base58 number of exactly `width` digits (Bitcoin's alphabet, `1` is zero), so texts of one kind are equally long. */
export const toBase58 = (bytes: Uint8Array, width: number): string => {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < width; digit++) {
    text = ALPHABET[Number(number % 58n)] + text
    number /= 58n
  }
  return text
}

/** The bytes that `toBase58` wrote; undefined for other text. */
export const fromBase58 = (text: string, byteLength: number): Buffer | undefined => {
  let number = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const hex = number.toString(16).padStart(byteLength * 2, '0')
  return hex.length === byteLength * 2 ? Buffer.from(hex, 'hex') : undefined
}
