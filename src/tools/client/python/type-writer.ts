import { type Contract, componentOf, type Schema } from '../../../contract/contract.js'
import type { ClientTypes } from '../typescript/type-module.js'
import type { MemberSchemas } from '../typescript/type-text.js'
import { type EncodingGroup, encodingGroupsOf } from './encoding-groups.js'
import { mergedObject } from './merged-object.js'
import { className, docstring, isName, pythonLiteral, takeName } from './source-text.js'
import { aliasOf, patternType, quotable, typeName, union } from './type-text.js'

/** The context of a schema: it gives unnamed types their names and dependencies. */
interface TypePlace {
  readonly name: string
  /** True for values from callers: any sequence is accepted, and nothing is modified. */
  readonly isGiven: boolean
  readonly group?: EncodingGroup | undefined
}

/**
 * Writes declarations of Python types. A schema without a name in the contract gets one from its
 * context.
 */
export class TypeWriter {
  readonly declarations: string[] = []
  /** Names of components, and those created here. */
  private readonly names: Set<string>

  constructor(
    private readonly contract: Contract,
    private readonly types: ClientTypes,
  ) {
    const groups = encodingGroupsOf(contract, types)
    this.names = new Set(
      Object.keys(contract.components.schemas).flatMap((component) => [
        typeName(component),
        ...groups.map((group) => `${typeName(component)}${group.name}`),
      ]),
    )
  }

  declare(name: string, schema: Schema, isGiven: boolean, group?: EncodingGroup): void {
    const place = { name, isGiven, group }
    const object = mergedObject(this.contract, schema)
    if (object !== undefined) return this.declareObject(object, place)
    this.add(aliasOf(name, this.text(schema, place)), schema)
  }

  declareUnion(name: string, names: readonly string[], schema: Schema): void {
    this.add(`${name}: TypeAlias = "${names.join(' | ')}"`, schema)
  }

  private add(line: string, { description }: Schema): void {
    this.declarations.push(`${line}\n${description === undefined ? '' : docstring([description])}`)
  }

  private declareObject(schema: Schema, place: TypePlace): void {
    const { properties, additionalProperties, dependencies = {} } = schema
    const { name } = place
    if (properties === undefined) {
      const inner = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : true
      const value = this.text(inner, { ...place, name: `${name}Value` })
      return this.add(`${name}: TypeAlias = "${place.isGiven ? 'Mapping' : 'dict'}[str, ${quotable(value)}]"`, schema)
    }
    const isChoice = schema.minProperties === 1 && schema.maxProperties === 1 && additionalProperties === false
    if (isChoice) return this.declareChoice(schema, properties, place)
    const [condition] = Object.entries(dependencies as object)
    if (condition !== undefined) return this.declareDependent(schema, condition, place)
    this.declareDict(schema, properties, place)
  }

  /** Exactly one of the members. */
  private declareChoice(schema: Schema, properties: MemberSchemas, place: TypePlace): void {
    const names = Object.entries(properties).map(([member, inner]) => {
      const name = takeName(`${place.name}With${className(member)}`, this.names)
      this.declareDict(
        { required: [member], description: `${place.name} by its ${member}.` },
        { [member]: inner },
        { ...place, name },
      )
      return name
    })
    this.declareUnion(place.name, names, schema)
  }

  /** For a member that narrows others: either it is absent, or the others meet its condition. */
  private declareDependent(schema: Schema, [member, condition]: [string, Schema | string[]], place: TypePlace): void {
    const { properties = {}, required = [] } = schema as { properties: MemberSchemas; required?: readonly string[] }
    const { [member]: _, ...others } = schema.dependencies as Record<string, Schema>
    const narrowed = Array.isArray(condition) ? {} : (condition.properties ?? {})
    const wanted = [...required, member, ...(Array.isArray(condition) ? condition : [])]
    const variants = {
      Without: { properties: { ...properties, [member]: { type: 'null' } }, required },
      With: { properties: { ...properties, ...narrowed }, required: [...new Set(wanted)] },
    }
    const names = Object.entries(variants).map(([word, variant]) => {
      const name = takeName(`${place.name}${word}${className(member)}`, this.names)
      const description = `${place.name} ${word.toLowerCase()} ${member}.`
      this.declareObject({ ...schema, ...variant, description, dependencies: others }, { ...place, name })
      return name
    })
    this.declareUnion(place.name, names, schema)
  }

  private declareDict(schema: Schema, properties: MemberSchemas, place: TypePlace): void {
    const { name } = place
    const required = (schema.required ?? []) as readonly string[]
    const members = Object.entries(properties)
      .filter(([, inner]) => inner !== false)
      .map(([member, inner]) => ({
        member,
        type: this.text(inner, { ...place, name: `${name}${className(member)}` }),
        description: typeof inner === 'object' ? inner.description : undefined,
      }))
    const parts = [
      { total: true, base: `_${name}Required`, rows: members.filter(({ member }) => required.includes(member)) },
      { total: false, base: `_${name}Optional`, rows: members.filter(({ member }) => !required.includes(member)) },
    ].filter(({ rows }) => rows.length > 0)
    const doc = docstring([schema.description ?? 'An object with these members.'], '    ')
    const total = (isTotal: boolean) => (isTotal ? '' : ', total=False')
    const bases: string[] = []
    let own = ''
    for (const [index, { total: isTotal, base, rows }] of parts.entries()) {
      const isLast = index === parts.length - 1
      if (rows.some(({ member }) => !isName(member))) {
        const entries = rows.map(({ member, type }) => `    ${pythonLiteral(member)}: "${quotable(type)}",\n`).join('')
        this.declarations.push(`${base} = TypedDict(\n    "${base}", {\n${entries}    }${total(isTotal)}\n)\n`)
        bases.push(base)
        continue
      }
      const lines = rows.map(
        ({ member, type, description }) =>
          `    ${member}: ${type}\n${description === undefined ? '' : docstring([description], '    ')}`,
      )
      if (isLast) own = lines.join('')
      else {
        this.declarations.push(`class ${base}(TypedDict${total(isTotal)}):\n${lines.join('')}`)
        bases.push(base)
      }
    }
    const last = own === '' ? '' : total(parts.at(-1)!.total)
    this.declarations.push(
      `class ${name}(${bases.join(', ') || 'TypedDict'}${last}):\n${doc}${own === '' ? '' : `\n${own}`}`,
    )
  }

  private text(schema: Schema | boolean, place: TypePlace): string {
    if (typeof schema === 'boolean') return schema ? 'object' : 'None'
    const component = componentOf(schema)
    if (component !== undefined)
      return `${typeName(component)}${this.types.byEncoding.has(component) ? (place.group?.name ?? '') : ''}`
    if ('const' in schema) return `Literal[${pythonLiteral(schema.const)}]`
    if (Array.isArray(schema.enum)) return this.enumType(schema.enum)
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives !== undefined && schema.properties === undefined) return this.chosen(schema, alternatives, place)
    if (schema.allOf?.length === 1) return this.text(schema.allOf[0]!, place)
    const object = mergedObject(this.contract, schema)
    if (object !== undefined) return this.objectText(object, place)
    const types = schema.type === undefined ? [] : [schema.type].flat()
    return types.length === 0 ? 'object' : union(types.map((type) => this.plain(type, schema, place)))
  }

  private objectText(object: Schema, place: TypePlace): string {
    if (object.properties !== undefined) {
      const name = takeName(place.name, this.names)
      this.declareObject(object, { ...place, name })
      return name
    }
    const { additionalProperties } = object
    const inner = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : true
    return `${place.isGiven ? 'Mapping' : 'dict'}[str, ${this.text(inner, { ...place, name: `${place.name}Value` })}]`
  }

  private enumType(values: readonly unknown[]): string {
    const texts = values.filter((value) => value !== null).map(pythonLiteral)
    return union([
      ...(texts.length === 0 ? [] : [`Literal[${texts.join(', ')}]`]),
      ...(values.includes(null) ? ['None'] : []),
    ])
  }

  private chosen(schema: Schema, alternatives: readonly Schema[], place: TypePlace): string {
    const table = schema['x-by-encoding']
    const places = place.group?.encodings.flatMap((encoding) => table?.[encoding] ?? []) ?? []
    const wanted = places.length === 0 ? alternatives : alternatives.filter((_, index) => places.includes(index))
    return union(
      wanted.map((one, index) => this.text(one, { ...place, name: `${place.name}${index === 0 ? '' : index + 1}` })),
    )
  }

  private plain(type: string, schema: Schema, place: TypePlace): string {
    if (type === 'string') return typeof schema.pattern === 'string' ? patternType(schema.pattern) : 'str'
    if (type === 'array') return this.arrayText(schema, place)
    if (type === 'object') return this.objectText(schema, place)
    return { integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[type] ?? 'object'
  }

  /** JSON has no tuples: an array with fixed places becomes a list of their types. */
  private arrayText({ items }: Schema, place: TypePlace): string {
    const listed = items === undefined ? [true] : [items].flat()
    const inner = union(listed.map((item) => this.text(item as Schema, { ...place, name: `${place.name}Item` })))
    return `${place.isGiven ? 'Sequence' : 'list'}[${inner}]`
  }
}
