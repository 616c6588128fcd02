/**
 * Escapes every character of JavaScript beyond ASCII: a single one, such as a dash in a comment,
 * would make V8 keep two bytes for each character of the text, in every process that loads it.
 */
export const inAscii = (code: string): string =>
  code.replace(/[^\0-\x7F]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
