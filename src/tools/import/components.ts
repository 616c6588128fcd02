import { isDeepStrictEqual } from 'node:util'
import type { Schema } from '../../contract/contract.js'
import { reservedTypes } from '../../contract/lint/names.js'
import { isObject } from '../../runtime/is-object.js'
import { describedBy, typeName } from './names.js'
import { normalizedSchema } from './normalize.js'
import type { ImportNotes } from './note.js'

const segmentsOf = (fragment: string): string[] | undefined => {
  try {
    return fragment.split('/').map(decodeURIComponent)
  } catch {
    // A stray %.
    return undefined
  }
}

/**
 * The value at a local reference (`#/components/schemas/Block`); undefined if it is missing or in
 * another document.
 */
export const targetOf = (document: unknown, reference: string): unknown => {
  if (!reference.startsWith('#/')) return undefined
  const segments = segmentsOf(reference.slice(2))
  return segments
    ?.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, segment) => {
      if (Array.isArray(value)) return value[Number(segment)]
      return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined
    }, document)
}

/** A value of the document, or the target of its reference; undefined if that leads nowhere. */
export const followed = (document: unknown, value: unknown, steps = 10): unknown => {
  if (!isObject(value) || typeof value.$ref !== 'string') return value
  return steps === 0 ? undefined : followed(document, targetOf(document, value.$ref), steps - 1)
}

/** Maximum length of a chain of references. */
const MAX_STEPS = 100

/**
 * The components of an imported contract: schemas get names as they are found, and references are
 * redirected to them.
 */
export class ImportedComponents {
  readonly schemas: Record<string, Schema> = {}
  private readonly names = new Map<string, string>()
  private readonly open = new Set<string>()

  constructor(
    private readonly document: unknown,
    private readonly borrowed: Readonly<Record<string, Schema>>,
    private readonly notes: ImportNotes,
  ) {}

  /** A reference to a component equal to a schema; `hint` names a schema without a name. */
  refer(schema: unknown, hint: string, path: string): { readonly $ref: string } {
    if (isObject(schema) && typeof schema.$ref === 'string' && Object.keys(schema).every(isBesideReference)) {
      const found = this.follow(schema.$ref, path)
      if (found.$ref !== undefined) return { $ref: found.$ref }
    }
    return this.add(this.normalize(schema, path), hint)
  }

  /** A component for a schema that also accepts null. */
  referOrNull(schema: unknown, hint: string, path: string): { readonly $ref: string } {
    return this.add({ anyOf: [this.refer(schema, hint, path), { type: 'null' }] }, `${hint} or null`)
  }

  private add(schema: Schema, hint: string): { readonly $ref: string } {
    const { title: _, description, $ref, ...others } = schema
    const keywords = $ref === undefined ? others : { ...others, allOf: [{ $ref }] }
    const wanted = typeName(hint)
    const said = description ?? describedBy(hint)
    for (let count = 1; ; count++) {
      const name = `${this.free(wanted)}${count === 1 ? '' : count}`
      const component = { title: name, description: said, ...keywords } as Schema
      if (this.schemas[name] !== undefined && !isDeepStrictEqual(this.schemas[name], component)) continue
      this.schemas[name] = component
      return { $ref: `#/components/schemas/${name}` }
    }
  }

  /** The name, or another one if the built-in contract or the generated code already uses it. */
  private free(name: string): string {
    return this.borrowed[name] === undefined && !reservedTypes.has(name) ? name : `Imported${name}`
  }

  private normalize(schema: unknown, path: string): Schema {
    return normalizedSchema(schema, path, {
      follow: (reference, place) => this.follow(reference, place),
      note: (place, message) => this.notes.add({ kind: 'changed', path: place, message }),
    })
  }

  private follow(reference: string, path: string): Schema {
    const known = this.names.get(reference)
    if (known !== undefined) return { $ref: known }
    const target = targetOf(this.document, reference)
    const problem =
      target === undefined
        ? 'leads nowhere'
        : this.open.has(reference)
          ? 'leads back to itself'
          : this.open.size >= MAX_STEPS
            ? 'is too many references away'
            : undefined
    if (problem !== undefined) {
      this.notes.add({ kind: 'changed', path, message: `${reference} ${problem}: any value is taken there` })
      return {}
    }
    this.open.add(reference)
    const hint = reference.split('/').at(-1)!
    const { $ref } = this.add(this.normalize(target, reference.slice(1)), hint)
    this.open.delete(reference)
    this.names.set(reference, $ref)
    return { $ref }
  }
}

const isBesideReference = (key: string): boolean => ['$ref', 'title', 'description'].includes(key)
