import type { SourceValue } from './source-text.js'

export interface LibraryCall {
  /** `getBalance`, or the path to it: `net.getId`. */
  readonly name: string
  readonly args: readonly SourceValue[]
}

/** Converts a param to a library's form; undefined if the library has no form for it. */
export type ParamForm = (param: unknown) => SourceValue

/** A library's own call for the params of a wire method; undefined if it has none. */
export type CallOf = (params: readonly unknown[]) => LibraryCall | undefined

export type LibraryCalls = Readonly<Record<string, CallOf>>

/** Members of an object that a library takes. */
export type Members = Readonly<Record<string, SourceValue>>

/** A call with an argument for each param; without forms, one that takes none. */
export const positional =
  (name: string, ...forms: readonly ParamForm[]): CallOf =>
  (params) => {
    if (params.length > forms.length) return undefined
    const args = params.map((param, index) => forms[index]!(param))
    return args.includes(undefined) ? undefined : { name, args }
  }

/** A call with one object, to which each param gives some members. */
export const withMembers =
  (name: string, ...forms: readonly ((param: unknown) => Members | undefined)[]): CallOf =>
  (params) => {
    const parts = forms.map((form, index) => form(params[index]))
    if (params.length > forms.length || parts.includes(undefined)) return undefined
    const members: Members = Object.assign({}, ...parts)
    return { name, args: Object.keys(members).length === 0 ? [] : [members] }
  }

const QUANTITY = /^0x(?:0|[1-9a-f][\da-f]*)$/i
const TAG = /^(?:latest|earliest|pending|safe|finalized)$/
const HASH = /^0x[\da-f]{64}$/i
const HEX = /^0x(?:[\da-f]{2})*$/i

export const bigOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : undefined

/** A quantity of the wire as a number, if JavaScript holds it exactly. */
export const numberOf = (value: unknown): number | undefined => {
  const big = bigOf(value)
  return big !== undefined && big <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(big) : undefined
}

export const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const integerOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined

export const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** Bytes of any length, an address or a storage position, in hexadecimal. */
export const hexOf = (value: unknown): string | undefined =>
  typeof value === 'string' && HEX.test(value) ? value : undefined

/** A list with each element converted; undefined if an element has no form. */
export const listOf =
  (form: ParamForm) =>
  (value: unknown): SourceValue[] | undefined => {
    if (!Array.isArray(value)) return undefined
    const elements = value.map(form)
    return elements.includes(undefined) ? undefined : elements
  }

export const tagOf = (value: unknown): string | undefined =>
  typeof value === 'string' && TAG.test(value) ? value : undefined

export const hashOf = (value: unknown): string | undefined =>
  typeof value === 'string' && HASH.test(value) ? value : undefined

/** An object with each member converted; undefined if a member has no form. */
export const membersOf = (
  value: unknown,
  forms: Readonly<Record<string, (member: unknown) => Members | undefined>>,
): Members | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const parts = Object.entries(value).map(([name, member]) =>
    Object.hasOwn(forms, name) ? forms[name]!(member) : undefined,
  )
  return parts.includes(undefined) ? undefined : Object.assign({}, ...parts)
}

/** A member under the library's name for it. */
export const as =
  (name: string, form: ParamForm) =>
  (member: unknown): Members | undefined => {
    const value = form(member)
    return value === undefined ? undefined : { [name]: value }
  }
