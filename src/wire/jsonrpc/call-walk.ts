import type { Envelope, MethodNames } from './body.js'

const [QUOTE, COMMA, COLON, SPACE, DIGIT_0] = [0x22, 0x2c, 0x3a, 0x20, 0x30]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** A number of at most this many digits survives JSON.parse unchanged. */
const MAX_ID_DIGITS = 15
const NO_PARAMS = '[]'
const UNUSUAL = -1

/**
 * Reads calls of the contract's methods, with the four members in any order, each once, no escapes,
 * and no white space but one blank after a comma or colon. One walk finds all that JSON.parse and a
 * second walk would, at half the cost. Only params go through JSON.parse, which also confirms that
 * they are an array.
 */
export class CallWalk {
  /** The index after the last character read. */
  at = 0
  /** The initials of the last call's members, in order. */
  order = ''
  private idText: string | undefined
  private method: string | undefined
  private params: readonly unknown[] | undefined
  private paramsText = NO_PARAMS
  private hasVersion = false

  /** `text`: ASCII, without escapes. */
  constructor(
    private readonly text: string,
    private readonly names: MethodNames,
  ) {}

  /** The call at `at`, nested up to `maxDepth`; undefined if it is written differently. */
  call(at: number, maxDepth: number): Envelope | undefined {
    this.at = at
    if (!this.skip(OPEN_OBJECT)) return undefined
    this.idText = undefined
    this.method = undefined
    this.params = undefined
    this.paramsText = NO_PARAMS
    this.hasVersion = false
    this.order = ''
    do if (!this.member(maxDepth)) return undefined
    while (this.skip(COMMA))
    const { idText, method, params, paramsText } = this
    if (!this.skip(CLOSE_OBJECT) || idText === undefined || method === undefined || !this.hasVersion) return undefined
    return { idText, method, params: params ?? [], paramsJson: paramsText }
  }

  /**
   * Reads one member; false if it is unusual or a duplicate. The second letter of its key
   * identifies it.
   */
  private member(maxDepth: number): boolean {
    const letter = this.text.charAt(this.at + 1)
    this.order += letter
    switch (letter) {
      case 'i':
        return this.idText === undefined && this.skipKey('"id"') && this.readId()
      case 'j':
        return !this.hasVersion && this.skipKey('"jsonrpc"') && this.readVersion()
      case 'm':
        return this.method === undefined && this.skipKey('"method"') && this.readMethod()
      case 'p':
        return this.params === undefined && this.skipKey('"params"') && this.readParams(maxDepth)
      default:
        return false
    }
  }

  private skipKey(key: string): boolean {
    if (!this.text.startsWith(key, this.at)) return false
    this.at += key.length
    return this.skip(COLON)
  }

  /** Skips a character, if it is next, and a blank after it. */
  private skip(code: number): boolean {
    const { text } = this
    if (text.charCodeAt(this.at) !== code) return false
    this.at++
    if (text.charCodeAt(this.at) === SPACE) this.at++
    return true
  }

  /** Reads an integer of limited length, or a string. */
  private readId(): boolean {
    const { text, at } = this
    const first = text.charCodeAt(at)
    const end = first === QUOTE ? endOfText(text, at) : endOfDigits(text, at)
    if (end === UNUSUAL) return false
    this.idText = text.slice(at, end)
    this.at = end
    return true
  }

  private readVersion(): boolean {
    this.hasVersion = this.text.startsWith('"2.0"', this.at)
    this.at += '"2.0"'.length
    return this.hasVersion
  }

  private readMethod(): boolean {
    const { text, at } = this
    if (text.charCodeAt(at) !== QUOTE) return false
    const end = text.indexOf('"', at + 1)
    this.method = this.names.get(text.slice(at + 1, end))
    if (this.method === undefined) return false
    this.at = end + 1
    return true
  }

  private readParams(maxDepth: number): boolean {
    const { text, at } = this
    if (text.charCodeAt(at) !== OPEN_ARRAY) return false
    const end = endOfArray(text, at, maxDepth)
    if (end === UNUSUAL) return false
    const paramsText = text.slice(at, end)
    try {
      this.params = JSON.parse(paramsText)
    } catch {
      return false
    }
    this.paramsText = paramsText
    this.at = end
    return true
  }
}

/** The index after the string that begins at `at`. */
const endOfText = (text: string, at: number): number => {
  for (let next = at + 1; next < text.length; next++) {
    const code = text.charCodeAt(next)
    if (code === QUOTE) return next + 1
    if (code < SPACE) break
  }
  return UNUSUAL
}

/** The index after the number that begins at `at`, which may have no sign, fraction or exponent. */
const endOfDigits = (text: string, at: number): number => {
  let next = at
  while (isDigit(text.charCodeAt(next))) next++
  const count = next - at
  const isUsual = count > 0 && count <= MAX_ID_DIGITS && (count === 1 || text.charCodeAt(at) !== DIGIT_0)
  return isUsual ? next : UNUSUAL
}

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_0 + 9

/**
 * The index after what looks like an array at `at`; JSON.parse checks it. Fails if it is deeper
 * than `maxDepth`.
 */
const endOfArray = (text: string, at: number, maxDepth: number): number => {
  let depth = 0
  for (let next = at; next < text.length; next++) {
    const code = text.charCodeAt(next)
    if (code === QUOTE) {
      next = text.indexOf('"', next + 1)
      if (next === -1) break
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++depth > maxDepth) break
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      if (--depth === 0) return next + 1
    }
  }
  return UNUSUAL
}
