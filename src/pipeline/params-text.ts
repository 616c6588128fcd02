import type { Validated } from './stage.js'

/** Params longer than this are not worth remembering by: a filter of hundreds of addresses is hardly asked twice. */
const MAX_PARAMS_BYTES = 16_384

const HEX = /^0x[0-9a-fA-F]*$/
const UPPER_CASE_HEX = /"0x[0-9a-f]*[A-F][0-9a-fA-F]*"/g

/**
 * Params as a text to know identical calls by: the same text only if a node cannot tell the params apart; undefined when they are too long.
 *
 * Letter case of hexadecimal does not count, nor does white space where all params are texts. Objects go by the bytes the node gets:
 * of a member given twice some readers take the first and some the last, so what was parsed here may not be what the node reads.
 */
export const paramsText = ({ params, paramsBytes, row }: Validated): string | undefined => {
  if (paramsBytes.length > MAX_PARAMS_BYTES) return undefined
  if (row.family !== 'evm') return paramsBytes.toString('latin1')
  let text = ''
  for (const param of params) {
    if (typeof param !== 'string') return rawText(paramsBytes)
    text += isLowerHex(param) ? ` ${param}` : HEX.test(param) ? ` ${param.toLowerCase()}` : JSON.stringify(param)
  }
  return text
}

/** The usual case, without the cost of a regular expression and of another text. */
const isLowerHex = (text: string): boolean => {
  if (text.charCodeAt(0) !== 0x30 || text.charCodeAt(1) !== 0x78) return false
  for (let at = 2; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x66 || (code > 0x39 && code < 0x61)) return false
  }
  return true
}

/** The bytes, with whole texts of hexadecimal in lower case; an escape could hide where a text begins, so then as they are. */
const rawText = (paramsBytes: Buffer): string => {
  const text = paramsBytes.toString('latin1')
  return text.includes('\\') ? text : text.replace(UPPER_CASE_HEX, lowerCase)
}

const lowerCase = (text: string): string => text.toLowerCase()
