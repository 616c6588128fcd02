import { Ajv } from 'ajv'
import { type Contract, resolved, type Schema } from '../contract.js'
import type { SchemaPlace } from '../visit-schema.js'
import { isFine, pointer, type Report, under, wording } from './mistake.js'
import { accepts } from './values.js'

type Declaration = Contract['x-extensions'][number]

const known = new Ajv()

/**
 * Checks corrections (`x-rewrite`) against the values of the schema: correcting other values would
 * change the caller's meaning.
 */
const lintRewrite = (contract: Contract, schema: Schema, report: Report): void => {
  const corrections = schema['x-rewrite'] ?? []
  const at = '/x-rewrite'
  if (corrections.includes('leading-zeros') && !['0x1', '0x01'].every((text) => accepts(contract, schema, text)))
    report(at, 'leading-zeros is for numbers: it must let "0x1" and "0x01" pass')
  if (corrections.includes('null-is-false') && resolved(contract, schema).type !== 'boolean')
    report(at, 'null-is-false is for a boolean: type boolean does not stand beside it')
  if (corrections.includes('spelling') && Object.keys(schema.properties ?? {}).length === 0)
    report(at, 'spelling is for the names of members, and properties does not stand beside it')
}

/** A text that is a value of the schema would lose its meaning. */
const lintLeftOutTexts = (contract: Contract, schema: Schema, report: Report): void => {
  for (const [at, text] of (schema['x-left-out'] ?? []).entries())
    if (accepts(contract, schema, text)) report(`/x-left-out/${at}`, `${text} is a value of the schema`)
}

/** Allows only the one condition that a stage judges; elsewhere the gateway would judge nothing. */
const lintRefusedWith = (contract: Contract, { path, schema }: SchemaPlace, report: Report): void => {
  const { 'x-refused-with': error } = schema
  if (error === undefined) return
  const at = '/x-refused-with'
  const { 'x-errors': errors } = contract
  if (!Object.hasOwn(errors, error)) report(at, `${error} is not an error of the contract`)
  else if (!/\/dependencies\/blockHash$/.test(path))
    report(at, 'only the condition at dependencies/blockHash of a range of blocks is refused with an error of its own')
  else if (errors[error]?.methods?.position?.includes('block-range') !== true)
    report(at, `${error} is no error of methods with a range of blocks (x-errors/${error}/methods/position)`)
}

/** True if a call can request an encoding, according to its members of that name. */
const canAskFor = (contract: Contract, encoding: string): boolean =>
  encoding === 'none' ||
  Object.values(contract.components.schemas).some(({ properties }) => {
    const member = properties?.encoding
    return typeof member === 'object' && accepts(contract, member, encoding)
  })

/** Checks extensions for clients against the keyword that they describe. */
const lintForClients = (contract: Contract, schema: Schema, report: Report): void => {
  const count = schema.anyOf?.length ?? 0
  if (schema['x-integer'] !== undefined && schema.type !== 'integer')
    report('/x-integer', 'type is not integer beside it')
  for (const [encoding, places] of Object.entries(schema['x-by-encoding'] ?? {})) {
    const at = `/x-by-encoding${pointer(encoding)}`
    if (!canAskFor(contract, encoding)) report(at, `no call can ask for ${encoding}: no member named encoding takes it`)
    for (const place of places)
      if (place >= count) report(at, `anyOf has ${count} alternatives beside it, and none at ${place}`)
  }
}

/** Checks extensions of schemas: valid, and about keywords that are present. */
export const lintSchemaExtensions = (
  contract: Contract,
  place: SchemaPlace,
  declared: readonly Declaration[],
  report: Report,
): void => {
  const { path, schema } = place
  const own = under(report, path)
  const areValid = isFine(own, (found) => {
    for (const { name, schema: shape } of declared)
      if (schema[name] !== undefined && !known.validate(shape, schema[name]))
        found(pointer(name), wording(known.errors?.[0]?.message, known.errors?.[0]?.params))
  })
  if (!areValid) return
  for (const keyword of schema['x-conformance'] ?? [])
    if (!Object.hasOwn(schema, keyword)) own('/x-conformance', `${keyword} does not stand beside it`)
  lintRewrite(contract, schema, own)
  lintLeftOutTexts(contract, schema, own)
  lintRefusedWith(contract, place, own)
  lintForClients(contract, schema, own)
}
