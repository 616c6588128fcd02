/**
 * A module's JavaScript under the first line of generated files, without a character beyond ASCII:
 * one alone, a dash in a comment, would make V8 keep the whole text with two bytes for each
 * character, in every process that loads it.
 */
export const inAscii = (banner: string, code: string): string =>
  banner.replace('—', '-') +
  code.replace(/[^\0-\x7F]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
