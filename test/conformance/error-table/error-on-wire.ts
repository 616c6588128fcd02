import { Ajv } from 'ajv'
import { document } from '../../../generated/document.js'
import type { ErrorName } from '../../../generated/errors.js'

interface WireError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

const rows = document['x-errors'] as Readonly<Record<string, { data: { oneOf?: object[] } }>>
const ajv = new Ajv({ strict: false })
/** Closed: a member that the document does not name is one that no client can know of. */
const schemas = new Map(
  Object.entries(rows).map(([name, { data }]) => {
    const oneOf = (data.oneOf ?? [data]).map((schema) => ({ ...schema, additionalProperties: false }))
    return [name, ajv.compile({ oneOf })]
  }),
)

/**
 * An error as callers get it: with its name in the data, which are what the served document says.
 */
export const errorOnWire = (name: ErrorName, { code, message, data }: WireError) => {
  const error = { code, message, data: { name, ...(data as object | undefined) } }
  const validate = schemas.get(name)!
  validate(error.data)
  expect([error, validate.errors ?? []]).toEqual([error, []])
  return error
}
