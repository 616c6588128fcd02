import { Ajv } from 'ajv'
import { type Report, wording } from '../../src/contract/lint/mistake.js'

/** Contains the meta-schema and no other schema. */
const ajv = new Ajv({ strict: false, logger: false })

/** Reports the first part of a schema that no schema may have. */
export const lintSchema = (schema: unknown, report: Report): void => {
  if (ajv.validateSchema(schema as object) === true) return
  const { instancePath = '', message, params } = ajv.errors?.[0] ?? {}
  report(instancePath, wording(message, params))
}
