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

/** The alternative schemas for an error's data. */
export const dataSchemasOf = (schema: Schema): readonly Schema[] => schema.oneOf ?? [schema]

/**
 * The schema of an error's data on the wire: the one from its row in `x-errors`, with two members
 * that follow from the row. The name distinguishes errors of one code; the reason never varies.
 */
export const dataSchemaOf = (name: string, { data = {}, reason }: ErrorExtension): Schema => {
  const schemas = dataSchemasOf(data).map((schema) => withMembers(schema, name, reason))
  return schemas.length === 1 ? schemas[0]! : { oneOf: schemas }
}

/** A sample of an error's data on the wire. */
export const dataSampleOf = (name: string, { reason }: Pick<ErrorExtension, 'reason'>, data: unknown): object => ({
  name,
  ...(reason === undefined ? {} : { reason }),
  ...(data as object | undefined),
})
