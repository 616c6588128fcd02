import type { MethodRow, Rewrite } from '../../../../generated/methods.js'
import { isObject } from '../../../runtime/is-object.js'
import type { Span } from '../../../wire/json/answer-scanner.js'
import { isAt } from '../../../wire/json/node-messages.js'
import { elementSpans, TextWalk } from '../../../wire/json/spans.js'
import { bytesOf, type Piece } from '../../../wire/jsonrpc/write-reply.js'

/** Params as a node gets them: parsed for the gateway's rules, and as bytes for the wire. */
export interface CompletedParams {
  readonly params: readonly unknown[]
  readonly paramsJson: Piece
}

/** A duplicate member in an object of the params, or one too many. `path` is a JSON pointer. */
export interface MisplacedMember {
  readonly keyword: 'duplicate' | 'maxProperties'
  readonly index: number
  readonly path: string
  readonly name: string
}

/** Not a count: the params must be rewritten. */
const REWRITE = -1
const NULL = Buffer.from('null')
const COLON = 0x3a
const QUOTE = 0x22
const OPEN_OBJECT = 0x7b
/** A number of 64 bits, and 0x before it. */
const MAX_QUANTITY_LENGTH = 18
const LEADING_ZEROS = /^0x0+(?=[0-9a-fA-F])/
/**
 * Most members of one object. The contract names five at most; more would delay every other call.
 */
export const MAX_MEMBERS = 100
/** Longest part of a caller's name that an error repeats. */
const MAX_NAME_LENGTH = 80

/**
 * Completes valid params for a node: drops trailing nulls and empty config objects (agave refuses
 * `{}`), and adds the contract's defaults (anvil refuses eth_getStorageAt without a block).
 *
 * The caller's other bytes stay unchanged. Undefined if nothing is dropped or added.
 * `asWritten`  the params before `rewriteParams`, if an object of unknown members alone is to stay
 */
export const completeParams = (
  row: MethodRow,
  params: readonly unknown[],
  paramsJson: Piece,
  asWritten = params,
): CompletedParams | undefined => {
  let kept = params.length
  while (kept > 0 && isDroppable(row, asWritten[kept - 1], kept - 1)) kept--
  if (kept === params.length && kept >= row.params.length) return undefined
  const defaults = row.params.slice(kept).map((param) => param.default)
  const firstWithout = defaults.indexOf(undefined)
  const added = firstWithout === -1 ? defaults : defaults.slice(0, firstWithout)
  if (kept === params.length && added.length === 0) return undefined
  const bytes = bytesOf(paramsJson)
  const written = elementSpans(bytes)
    .slice(0, kept)
    .map(({ start, end }) => bytes.subarray(start, end))
  const parts = [...written, ...added.map((value) => Buffer.from(JSON.stringify(value)))]
  const joined = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(','), part]))
  return {
    params: [...params.slice(0, kept), ...added],
    paramsJson: Buffer.concat([Buffer.from('['), ...joined, Buffer.from(']')]),
  }
}

const isDroppable = (row: MethodRow, value: unknown, index: number): boolean =>
  row.params[index]?.isRequired === false && (value === null || (isObject(value) && Object.values(value).every(isNull)))

const isNull = (value: unknown): boolean => value === null

/**
 * Normalizes params before they are judged and forwarded: drops members that are null or unknown,
 * or that the contract counts as null, uses the contract's spelling of names, removes leading zeros
 * from numbers, and turns null into false where the contract says so. Reports duplicate members:
 * some readers use the first, some the last.
 *
 * Undefined if the params may stay unchanged, as nearly all do. Checking that costs a comparison
 * and a search for a colon per member. Only other params are walked as text.
 * Source  `x-rewrite` and `x-left-out` in openrpc.json
 */
export const rewriteParams = (
  row: MethodRow,
  params: readonly unknown[],
  paramsJson: Piece,
): CompletedParams | MisplacedMember | undefined => {
  let count = 0
  for (let index = 0; index < row.params.length && count !== REWRITE; index++) {
    const { rewrite } = row.params[index]!
    if (rewrite === undefined) continue
    const members = countMembers(params[index], rewrite)
    count = members === REWRITE ? REWRITE : count + members
  }
  // If colons and members named by the contract are equal in number, there are no other members and
  // no duplicates.
  if (count !== REWRITE && (!params.some(isObject) || hasColons(paramsJson, count))) return undefined
  return new ParamsRewriting(row, bytesOf(paramsJson)).result()
}

/**
 * Counts the members named by the contract in a value's objects; `REWRITE` if the value must
 * change.
 */
const countMembers = (value: unknown, { members, isQuantity, isFalseIfNull }: Rewrite): number => {
  if (value === null) return isFalseIfNull ? REWRITE : 0
  if (typeof value === 'string') return isQuantity && hasLeadingZeros(value) ? REWRITE : 0
  if (members === undefined || !isObject(value)) return 0
  let count = 0
  for (const [name, rewrite] of members) {
    const member = value[name]
    if (member === undefined) continue
    if (isLeftOut(member, rewrite)) return REWRITE
    const inner = countMembers(member, rewrite)
    if (inner === REWRITE) return REWRITE
    count += 1 + inner
  }
  return count
}

const isLeftOut = (member: unknown, { leftOut }: Rewrite): boolean =>
  member === null || leftOut?.includes(member as string) === true

const hasLeadingZeros = (text: string): boolean =>
  text.charCodeAt(2) === 0x30 && text.length > 3 && text.length <= MAX_QUANTITY_LENGTH && LEADING_ZEROS.test(text)

/** True if a text has exactly this many colons, in strings or not. */
const hasColons = (text: Piece, count: number): boolean => {
  const colon = typeof text === 'string' ? ':' : COLON
  let at = -1
  for (let found = 0; found <= count; found++) {
    at = (text as Buffer).indexOf(colon, at + 1)
    if (at === -1) return found === count
  }
  return false
}

/** Walks the text of params that must be rewritten, or may have a duplicate member. */
class ParamsRewriting {
  private isChanged = false
  private misplaced: MisplacedMember | undefined
  private index = 0

  constructor(
    private readonly row: MethodRow,
    private readonly bytes: Buffer,
  ) {}

  result(): CompletedParams | MisplacedMember | undefined {
    const texts = elementSpans(this.bytes).map((span, index) => {
      this.index = index
      const rewrite = this.row.params[index]?.rewrite
      return rewrite === undefined ? this.text(span) : this.value(span, rewrite, `/${index}`)
    })
    if (this.misplaced !== undefined) return this.misplaced
    if (!this.isChanged) return undefined
    const paramsJson = Buffer.from(`[${texts.join(',')}]`, 'latin1')
    return { params: JSON.parse(paramsJson.toString('utf8')) as unknown[], paramsJson }
  }

  private value(span: Span, rewrite: Rewrite, path: string): string {
    const first = this.bytes[span.start]
    if (first === OPEN_OBJECT && rewrite.members !== undefined)
      return this.object(span.start, rewrite, rewrite.members, path)
    const text = this.text(span)
    if (rewrite.isFalseIfNull && this.isNull(span)) {
      this.isChanged = true
      return 'false'
    }
    if (first !== QUOTE || !rewrite.isQuantity) return text
    const quantity = JSON.parse(this.bytes.toString('utf8', span.start, span.end)) as string
    if (!hasLeadingZeros(quantity)) return text
    this.isChanged = true
    return JSON.stringify(quantity.replace(LEADING_ZEROS, '0x'))
  }

  private object(start: number, rewrite: Rewrite, members: NonNullable<Rewrite['members']>, path: string): string {
    const walk = new TextWalk(this.bytes)
    walk.at = start
    walk.enter()
    const seen = new Set<string>()
    const kept: string[] = []
    while (walk.next() && this.misplaced === undefined) {
      const { key, value: span } = walk.member()
      const written = JSON.parse(this.bytes.toString('utf8', key.start, key.end)) as string
      const name = memberName(written, members, rewrite)
      const place = `${path}/${stepOf(name)}`
      if (seen.has(name) || seen.size === MAX_MEMBERS) {
        const keyword = seen.has(name) ? 'duplicate' : 'maxProperties'
        this.misplaced = { keyword, index: this.index, path: place, name: name.slice(0, MAX_NAME_LENGTH) }
      }
      seen.add(name)
      const inner = members.get(name)
      const isDropped = inner === undefined ? this.isNull(span) || !rewrite.isClosed : this.isLeftOut(span, inner)
      if (isDropped || name !== written) this.isChanged = true
      if (isDropped) continue
      const value = inner === undefined ? this.text(span) : this.value(span, inner, place)
      kept.push(`${name === written ? this.text(key) : JSON.stringify(name)}:${value}`)
    }
    return `{${kept.join(',')}}`
  }

  private isLeftOut(span: Span, rewrite: Rewrite): boolean {
    const first = this.bytes[span.start]
    if (first !== QUOTE || rewrite.leftOut === undefined) return this.isNull(span)
    return isLeftOut(JSON.parse(this.bytes.toString('utf8', span.start, span.end)), rewrite)
  }

  private isNull({ start, end }: Span): boolean {
    return end - start === NULL.length && isAt(this.bytes, start, NULL)
  }

  private text({ start, end }: Span): string {
    return this.bytes.toString('latin1', start, end)
  }
}

const memberName = (written: string, members: ReadonlyMap<string, unknown>, { hasFreeSpelling }: Rewrite): string =>
  members.has(written) || !hasFreeSpelling ? written : (spelled(written, members) ?? written)

/**
 * The member that a name in another spelling means: letter case is ignored, and two non-ASCII
 * letters count as `s` and `k`, as in Go.
 */
const spelled = (written: string, members: ReadonlyMap<string, unknown>): string | undefined => {
  const folded = written.slice(0, MAX_NAME_LENGTH).toLowerCase().replaceAll('\u017f', 's')
  for (const name of members.keys()) if (name.toLowerCase() === folded) return name
  return undefined
}

/** A caller's name in a pointer, cut short. Source: RFC 6901 */
export const stepOf = (name: string): string =>
  name.slice(0, MAX_NAME_LENGTH).replaceAll('~', '~0').replaceAll('/', '~1')
