/** Code within a value: `address('…')` for libraries that take more than a string. */
export class CodePiece {
  constructor(
    readonly text: string,
    /** The name that the code imports from the library's package. */
    readonly imported?: string,
  ) {}
}

/** A value in code; undefined members are left out. */
export type SourceValue =
  | CodePiece
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly SourceValue[]
  | { readonly [name: string]: SourceValue }

/** The syntax of a language's values. */
export interface SourceStyle {
  readonly quoted: (text: string) => string
  readonly constants: Readonly<Record<'true' | 'false' | 'null', string>>
  readonly member: (name: string) => string
  /** Between the braces of an object on one line. */
  readonly padding: string
  /** Before each line of a list or an object. */
  readonly indent: string
  /** After the last line of a list or an object. */
  readonly lastComma: string
}

/** Longer code takes several lines. */
const MAX_LINE = 62
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** TypeScript as the formatters of most projects write it. */
export const typescript: SourceStyle = {
  quoted,
  constants: { true: 'true', false: 'false', null: 'null' },
  member: (name) => (IDENTIFIER.test(name) ? name : quoted(name)),
  padding: ' ',
  indent: '  ',
  lastComma: ',',
}

/** Python as Black writes it. */
export const python: SourceStyle = {
  quoted: JSON.stringify,
  constants: { true: 'True', false: 'False', null: 'None' },
  member: JSON.stringify,
  padding: '',
  indent: '    ',
  lastComma: ',',
}

/** JSON within a command. */
export const json: SourceStyle = {
  ...python,
  constants: typescript.constants,
  padding: ' ',
  indent: '  ',
  lastComma: '',
}

/** Access to a method of an object, for any name. */
export const memberAccess = (name: string): string => (IDENTIFIER.test(name) ? `.${name}` : `[${quoted(name)}]`)

const isList = (value: SourceValue): value is readonly SourceValue[] => Array.isArray(value)

const membersOf = (value: { readonly [name: string]: SourceValue }): [string, SourceValue][] =>
  Object.entries(value).filter(([, member]) => member !== undefined)

const onOneLine = (value: SourceValue, style: SourceStyle): string => {
  if (value instanceof CodePiece) return value.text
  if (typeof value === 'string') return style.quoted(value)
  if (typeof value === 'bigint') return style === typescript ? `${value}n` : String(value)
  if (value === null || value === undefined) return style.constants.null
  if (typeof value === 'boolean') return style.constants[`${value}`]
  if (typeof value === 'number') return JSON.stringify(value)
  if (isList(value)) return `[${value.map((element) => onOneLine(element, style)).join(', ')}]`
  const members = membersOf(value).map(([name, member]) => `${style.member(name)}: ${onOneLine(member, style)}`)
  return members.length === 0 ? '{}' : `{${style.padding}${members.join(', ')}${style.padding}}`
}

/** A value as code. `used` is the number of other characters on its line. */
export const sourceText = (value: SourceValue, style: SourceStyle, indent = '', used = 0): string => {
  const short = onOneLine(value, style)
  const isWhole = typeof value !== 'object' || value === null || value instanceof CodePiece
  if (isWhole || short.length + indent.length + used <= MAX_LINE) return short
  // The brackets of a list of one element stand on that element's lines.
  if (isList(value) && value.length === 1) return `[${sourceText(value[0], style, indent, used + 2)}]`
  const deeper = indent + style.indent
  const lines = isList(value)
    ? value.map((element) => deeper + sourceText(element, style, deeper, 1))
    : membersOf(value).map(([name, member]) => {
        const start = `${style.member(name)}: `
        return `${deeper}${start}${sourceText(member, style, deeper, start.length + 1)}`
      })
  if (lines.length === 0) return short
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${lines.join(',\n')}${style.lastComma}\n${indent}${close}`
}

/**
 * A call of `callee`. A short one takes one line; a single object opens on the line of the call.
 */
export const callText = (callee: string, args: readonly SourceValue[], style: SourceStyle = typescript): string => {
  const short = `${callee}(${args.map((arg) => onOneLine(arg, style)).join(', ')})`
  if (args.length === 0 || short.length <= MAX_LINE) return short
  const [only] = args
  if (args.length === 1 && typeof only === 'object' && !(only instanceof CodePiece))
    return `${callee}(${sourceText(only, style, '', callee.length + 2)})`
  return `${callee}(\n${args.map((arg) => `${style.indent}${sourceText(arg, style, style.indent, 1)}${style.lastComma}\n`).join('')})`
}

/** The names that a value imports from a package. */
export const importedBy = (value: SourceValue): string[] => {
  if (value instanceof CodePiece) return value.imported === undefined ? [] : [value.imported]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(importedBy) : []
}
