import type { ErrorExtension, Schema } from './contract.js'

const withMembers = (schema: Schema, name: string, reason: string | undefined): Schema => {
  const { required = [], properties = {} } = schema as { required?: string[]; properties?: Record<string, Schema> }
  const own = { name: { description: 'Which error it is.', type: 'string', const: name } }
  const because =
    reason === undefined ? {} : { reason: { description: 'What is wrong.', type: 'string', const: reason } }
  return {
    type: 'object',
    required: ['name', ...Object.keys(because), ...required],
    properties: { ...own, ...because, ...properties },
  }
}

/** The schemas of which an error's data fit one. */
export const alternativesOf = (schema: Schema): readonly Schema[] => schema.oneOf ?? [schema]

/**
 * The schema of an error's data on the wire: what its row in `x-errors` says, with the two members
 * that follow from the row: the name, which tells errors of one code apart, and the reason that
 * never varies.
 */
export const dataSchemaOf = (name: string, { data = {}, reason }: ErrorExtension): Schema => {
  const schemas = alternativesOf(data).map((schema) => withMembers(schema, name, reason))
  return schemas.length === 1 ? schemas[0]! : { oneOf: schemas }
}

/** A sample of an error's data, as it is on the wire. */
export const dataSampleOf = (name: string, { reason }: Pick<ErrorExtension, 'reason'>, data: unknown): object => ({
  name,
  ...(reason === undefined ? {} : { reason }),
  ...(data as object | undefined),
})

/** The names in braces of a text: what is filled in. */
export const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{([^{}\s]*)\}/g)].map(([, name]) => name!)
