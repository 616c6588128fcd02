import type { Document } from '../../../generated/document.js'
import { exactJson } from '../../runtime/exact-json.js'
import { atOnce, inTurns, type Steps } from '../../runtime/turns/in-turns.js'
import type { Schema } from '../contract.js'
import { mapSchema } from '../map-schema.js'
import { flatSchema } from './flat-schema.js'

/**
 * The schemas of a document as served: flat, and without the block tag `safe` if a network refuses
 * it.
 */
export interface FlatForms {
  readonly schemas: Readonly<Record<string, Schema>>
  /** The served form of a schema inside a method. */
  readonly flat: (schema: Schema) => Schema
}

/**
 * The forms of one document, or their creation under way, shared by networks that serve the same
 * parts of it.
 */
interface FormsEntry {
  forms?: FlatForms
  pending?: Promise<void> | undefined
}

/** By document, with the tag `safe` and without it. */
const entries = new WeakMap<Document, { readonly withSafeTag: FormsEntry; readonly withoutSafeTag: FormsEntry }>()

const entryOf = (document: Document, hasSafeTag: boolean): FormsEntry => {
  const both = entries.get(document) ?? { withSafeTag: {}, withoutSafeTag: {} }
  entries.set(document, both)
  return hasSafeTag ? both.withSafeTag : both.withoutSafeTag
}

/**
 * Creates the forms one schema at a time: those of a hundred methods at once would block the
 * process for a tenth of a second.
 */
function* making(document: Document, hasSafeTag: boolean): Steps<FlatForms> {
  const served = (schema: Schema): Schema => (hasSafeTag ? schema : withoutSafeTag(schema))
  const components: Record<string, Schema> = {}
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    components[name] = served(schema as Schema)
    yield
  }
  const schemas: Record<string, Schema> = {}
  for (const [name, schema] of Object.entries(components)) {
    schemas[name] = flatSchema(components, schema, new Set([name]))
    yield
  }
  const known = new Map<Schema, Schema>()
  const flat = (schema: Schema): Schema => {
    const form = known.get(schema) ?? flatSchema(components, served(schema))
    known.set(schema, form)
    return form
  }
  for (const { params, result } of document.methods)
    for (const { schema } of [...params, result]) {
      flat(schema)
      yield
    }
  return { schemas, flat }
}

/**
 * The forms of a document, created once for all networks that serve the same parts. `hasSafeTag`:
 * the tag `safe` is served.
 */
export const flatFormsOf = (document: Document, hasSafeTag: boolean): FlatForms => {
  const entry = entryOf(document, hasSafeTag)
  entry.forms ??= atOnce(making(document, hasSafeTag))
  return entry.forms
}

/** Creates the forms of a document in short turns, for `flatFormsOf`; undefined if they exist. */
export const prepareFlatForms = (document: Document, hasSafeTag: boolean): Promise<void> | undefined => {
  const entry = entryOf(document, hasSafeTag)
  if (entry.forms !== undefined) return undefined
  entry.pending ??= makeInTurns(document, hasSafeTag, entry)
  return entry.pending
}

const makeInTurns = async (document: Document, hasSafeTag: boolean, entry: FormsEntry): Promise<void> => {
  try {
    entry.forms = await inTurns(making(document, hasSafeTag))
  } finally {
    entry.pending = undefined
  }
}

/**
 * A schema without the tag `safe`: in lists of tags, in patterns of tags, and in their
 * descriptions.
 */
const withoutSafeTag = (schema: Schema): Schema =>
  mapSchema(schema, ({ ...inner }) => {
    const { pattern, enum: values, description } = inner as { pattern?: string; enum?: unknown[]; description?: string }
    const isOfTags = /\blatest\b/.test(`${pattern ?? ''} ${description ?? ''} ${exactJson(values ?? [])}`)
    if (!isOfTags) return inner
    return {
      ...inner,
      ...(values && { enum: values.filter((value) => value !== 'safe') }),
      ...(pattern !== undefined && { pattern: pattern.replace(/(?<=[(|])safe\||\|safe(?=[)|])/, '') }),
      ...(description !== undefined && { description: withoutSafe(description) }),
    }
  })

/** Removes the tag from lists, and sentences that concern only other networks. */
const withoutSafe = (description: string): string =>
  description
    .replace(/\bsafe, |, safe\b/g, '')
    .replace('Some networks do not know safe:', 'This network does not know safe:')
