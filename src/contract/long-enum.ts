import { _, type CodeKeywordDefinition, type KeywordErrorDefinition, stringify } from 'ajv'
import type { KeywordErrorCxt } from 'ajv/dist/types/index.js'
import * as enumModule from 'ajv/dist/vocabularies/validation/enum.js'

type EnumDefinition = CodeKeywordDefinition & {
  readonly error: KeywordErrorDefinition & { params(cxt: KeywordErrorCxt): ReturnType<typeof stringify> }
}
// CommonJS imported from an ES module, compiled by a tool that may or may not unwrap its default.
const loaded = enumModule as unknown as { default: EnumDefinition | { default: EnumDefinition } }
const own = 'default' in loaded.default ? loaded.default.default : loaded.default

/** For up to this many values, Ajv writes code without imports. */
const MAX_COMPARED = 199
/** The number of values of a long list that an error message names. */
const MAX_NAMED = 20

const isLong = (values: readonly unknown[]): boolean =>
  values.length > MAX_COMPARED && values.every((value) => typeof value !== 'object' || value === null)

/**
 * Ajv's `enum`, except that a set looks up values of a long list of texts and numbers. Ajv would
 * compare each value on every call, with a function that generated code cannot import.
 */
export const longEnum: CodeKeywordDefinition = {
  ...own,
  error: {
    ...own.error,
    params: (cxt) =>
      isLong(cxt.schema) ? _`{allowedValues: ${stringify(cxt.schema.slice(0, MAX_NAMED))}}` : own.error.params(cxt),
  },
  code: (cxt) => {
    const values = cxt.schema as readonly unknown[]
    if (!isLong(values)) return own.code(cxt)
    const code = _`new Set(${stringify(values)})`
    const known = cxt.gen.scopeValue('schema', { ref: new Set(values), key: values, code })
    cxt.pass(_`${known}.has(${cxt.data})`)
  },
}
