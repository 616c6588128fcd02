import { isAscii } from 'node:buffer'
import { type Body, type BodyLimits, builtInNames, type Envelope, type Member, type MethodNames } from './body.js'
import { CallWalk } from './call-walk.js'
import { readParsedBody } from './parsed-body.js'
import type { Failure } from './reply.js'
import { bytesOf, type Piece } from './write-reply.js'

const [OPEN_ARRAY, CLOSE_ARRAY, COMMA, SPACE, LINE_FEED] = [0x5b, 0x5d, 0x2c, 0x20, 0x0a]
/** Input up to this size is read as text, which compares and parses faster than bytes. */
const MAX_TEXT_BYTES = 16_384

/**
 * Parses a request body into its calls; one bad member of a batch does not affect the others.
 *
 * `body`  text is ASCII
 * Errors  `parse-error` (not JSON, not UTF-8), `invalid-request` (empty or oversized batch, nested
 *         too deep, too many members) for the body as a whole. A body above 4 KiB that is over one
 *         of these limits is not parsed, so it may not even be JSON
 * Source  JSON-RPC 2.0, sections 4 and 6; docs/specification.md, "Envelope"
 */
export const openBody = (body: Piece, limits: BodyLimits): Body | Failure => {
  const text = asciiText(body)
  const fast = text === undefined ? undefined : readFastBody(text, limits)
  return fast ?? readParsedBody(bytesOf(body), limits)
}

/** Bytes as text, if they are ASCII and few enough that a copy costs almost nothing. */
export const asciiText = (bytes: Piece): string | undefined => {
  if (typeof bytes === 'string') return bytes
  return bytes.length <= MAX_TEXT_BYTES && isAscii(bytes) ? bytes.toString('latin1') : undefined
}

/**
 * Reads a body of the usual form: calls that CallWalk can read. A regular expression reads calls in
 * the form of the previous one, at half of the walk's cost.
 *
 * Returns undefined for every other body, valid or not, which `openBody` handles. Both agree on
 * every body that this function reads.
 * `text`  ASCII
 */
export const readFastBody = (text: string, limits: BodyLimits): Body | undefined =>
  text.includes('\\')
    ? undefined
    : new FastBody(text, limits.maxDepth, limits.methodNames ?? builtInNames).read(limits.maxBatch)

/** The form of the last call, which is usually the next one's, too. */
let lastForm: CallForm | undefined

class FastBody {
  private at = 0
  /** Created for the first call in another form. */
  private walk: CallWalk | undefined

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
    private readonly names: MethodNames,
  ) {}

  read(maxBatch: number): Body | undefined {
    const { text } = this
    const isBatch = text.charCodeAt(0) === OPEN_ARRAY
    if (isBatch) this.at = 1
    const members = isBatch ? this.calls(maxBatch, 2) : this.calls(1, 1)
    if (members === undefined || (isBatch && text.charCodeAt(this.at++) !== CLOSE_ARRAY)) return undefined
    // Some JSON encoders append a line feed.
    const left = text.length - this.at
    const isAtEnd = left === 0 || (left === 1 && text.charCodeAt(this.at) === LINE_FEED)
    return isAtEnd ? { isBatch, members } : undefined
  }

  private calls(max: number, depth: number): Member[] | undefined {
    if (depth > this.maxDepth) return undefined
    const members: Member[] = []
    do {
      const envelope = members.length < max ? this.call(depth) : undefined
      if (envelope === undefined) return undefined
      members.push({ kind: 'call', envelope })
    } while (max > 1 && this.skipComma())
    return members
  }

  private call(depth: number): Envelope | undefined {
    if (lastForm !== undefined && depth < this.maxDepth) {
      const envelope = lastForm.read(this.text, this.at, this.names)
      if (envelope !== undefined) {
        this.at = lastForm.end
        return envelope
      }
    }
    this.walk ??= new CallWalk(this.text, this.names)
    const envelope = this.walk.call(this.at, this.maxDepth - depth)
    this.at = this.walk.at
    if (envelope !== undefined && this.walk.order.length === 4) lastForm = CallForm.of(this.walk.order)
    return envelope
  }

  /** Skips a comma, if it is next, and a blank after it. */
  private skipComma(): boolean {
    const { text } = this
    if (text.charCodeAt(this.at) !== COMMA) return false
    this.at++
    if (text.charCodeAt(this.at) === SPACE) this.at++
    return true
  }
}

/** A string without escapes and control characters, in an ASCII body. */
const TEXT = '"[ !#-~]*"'
const BARE_TEXT = '"([ !#-~]*)"'
const TEXTS = `\\[(?: ?${BARE_TEXT}(?:, ?${BARE_TEXT}(?:, ?${BARE_TEXT})?)?)?\\]`

/** The members of a call by their initials. As in CallWalk, a blank may follow a comma or colon. */
const MEMBERS: Readonly<Record<string, { readonly source: string; readonly groups: number }>> = {
  j: { source: '"jsonrpc": ?"2\\.0"', groups: 0 },
  i: { source: `"id": ?(0|[1-9]\\d{0,14}|${TEXT})`, groups: 1 },
  m: { source: '"method": ?"(\\w+)"', groups: 1 },
  p: { source: `"params": ?(${TEXTS})`, groups: 4 },
}

/**
 * Reads calls whose four members have a fixed order, and whose params are at most three strings, as
 * nearly all calls of one client. A regular expression takes less than half of the time of a
 * character-by-character walk in JavaScript.
 *
 * Bounds  there are 24 orders
 */
class CallForm {
  private static readonly forms = new Map<string, CallForm>()
  /** The index after the last call, including the blank after it. */
  end = 0
  private readonly expression: RegExp
  private readonly idAt: number
  private readonly methodAt: number
  private readonly paramsAt: number
  /** The method of the last call, which is usually the next one's, too; and where it was found. */
  private method = ''
  private names: MethodNames | undefined

  /** The form with this order of members, given by their initials, each once. */
  static of(order: string): CallForm {
    const form = CallForm.forms.get(order) ?? new CallForm(order)
    CallForm.forms.set(order, form)
    return form
  }

  private constructor(order: string) {
    const letters = [...order]
    this.expression = new RegExp(`\\{ ?${letters.map((letter) => MEMBERS[letter]!.source).join(', ?')}\\} ?`, 'y')
    const groupOf = (name: string) =>
      letters.slice(0, order.indexOf(name)).reduce((sum, letter) => sum + MEMBERS[letter]!.groups, 1)
    this.idAt = groupOf('i')
    this.methodAt = groupOf('m')
    this.paramsAt = groupOf('p')
  }

  /** The call at `at`; undefined for another form or a method that is not in `names`. */
  read(text: string, at: number, names: MethodNames): Envelope | undefined {
    const { expression, paramsAt } = this
    expression.lastIndex = at
    const found = expression.exec(text)
    if (found === null) return undefined
    const method = this.known(found[this.methodAt]!, names)
    if (method === undefined) return undefined
    this.end = expression.lastIndex
    const params = listOf(found[paramsAt + 1], found[paramsAt + 2], found[paramsAt + 3])
    return { idText: found[this.idAt]!, method, params, paramsJson: found[paramsAt]! }
  }

  private known(method: string, names: MethodNames): string | undefined {
    if (method === this.method && names === this.names) return this.method
    const name = names.get(method)
    if (name !== undefined) {
      this.method = name
      this.names = names
    }
    return name
  }
}

/** As literals: an array that grows takes room for seventeen. */
const listOf = (first: string | undefined, second: string | undefined, third: string | undefined): string[] => {
  if (first === undefined) return []
  if (second === undefined) return [first]
  return third === undefined ? [first, second] : [first, second, third]
}
