import { Ajv } from 'ajv'
import { type Contract, resolved, type Schema } from '../contract.js'
import { type ContractMistake, pointer, wording } from './mistake.js'
import { accepts } from './values.js'

type Declaration = Contract['x-extensions'][number]

interface SchemaWithExtensions {
  readonly path: string
  readonly schema: Schema
}

const known = new Ajv()

/**
 * Checks corrections (`x-rewrite`) against the values of the schema: correcting other values would
 * change the caller's meaning.
 */
const lintRewrite = (contract: Contract, { path, schema }: SchemaWithExtensions): ContractMistake[] => {
  const corrections = schema['x-rewrite'] ?? []
  const at = `${path}/x-rewrite`
  const mistakes: ContractMistake[] = []
  if (corrections.includes('leading-zeros') && !['0x1', '0x01'].every((text) => accepts(contract, schema, text)))
    mistakes.push({ path: at, message: 'leading-zeros is for numbers: it must let "0x1" and "0x01" pass' })
  if (corrections.includes('null-is-false') && resolved(contract, schema).type !== 'boolean')
    mistakes.push({ path: at, message: 'null-is-false is for a boolean: type boolean does not stand beside it' })
  if (corrections.includes('spelling') && Object.keys(schema.properties ?? {}).length === 0)
    mistakes.push({
      path: at,
      message: 'spelling is for the names of members, and properties does not stand beside it',
    })
  return mistakes
}

/** Allows only the one condition that a stage judges; elsewhere the gateway would judge nothing. */
const lintRefusedWith = (contract: Contract, { path, schema }: SchemaWithExtensions): ContractMistake[] => {
  const { 'x-refused-with': error } = schema
  if (error === undefined) return []
  const at = `${path}/x-refused-with`
  const { 'x-errors': errors } = contract
  if (!Object.hasOwn(errors, error)) return [{ path: at, message: `${error} is not an error of the contract` }]
  if (!/\/dependencies\/blockHash$/.test(path))
    return [
      {
        path: at,
        message:
          'only the condition at dependencies/blockHash of a range of blocks is refused with an error of its own',
      },
    ]
  if (errors[error]?.methods?.position?.includes('block-range') === true) return []
  return [
    {
      path: at,
      message: `${error} is no error of methods with a range of blocks (x-errors/${error}/methods/position)`,
    },
  ]
}

/** True if a call can request an encoding, according to its members of that name. */
const canAskFor = (contract: Contract, encoding: string): boolean =>
  encoding === 'none' ||
  Object.values(contract.components.schemas).some(({ properties }) => {
    const member = properties?.encoding
    return typeof member === 'object' && accepts(contract, member, encoding)
  })

/** Checks extensions for clients against the keyword that they describe. */
const lintForClients = (contract: Contract, { path, schema }: SchemaWithExtensions): ContractMistake[] => {
  const count = schema.anyOf?.length ?? 0
  const chosen = Object.entries(schema['x-by-encoding'] ?? {})
  const isIdle = schema['x-integer'] !== undefined && schema.type !== 'integer'
  return [
    ...(isIdle ? [{ path: `${path}/x-integer`, message: 'type is not integer beside it' }] : []),
    ...chosen.flatMap(([encoding, places]) => {
      const at = `${path}/x-by-encoding${pointer(encoding)}`
      const beyond = places.filter((place) => place >= count)
      return [
        ...(canAskFor(contract, encoding)
          ? []
          : [{ path: at, message: `no call can ask for ${encoding}: no member named encoding takes it` }]),
        ...beyond.map((place) => ({
          path: at,
          message: `anyOf has ${count} alternatives beside it, and none at ${place}`,
        })),
      ]
    }),
  ]
}

/** Checks extensions of schemas: valid, and about keywords that are present. */
export const lintSchemaExtensions = (
  contract: Contract,
  place: SchemaWithExtensions,
  declared: readonly Declaration[],
): ContractMistake[] => {
  const { path, schema } = place
  const mistakes = declared.flatMap(({ name, schema: shape }) =>
    schema[name] === undefined || known.validate(shape, schema[name])
      ? []
      : [{ path: `${path}${pointer(name)}`, message: wording(known.errors?.[0]?.message, known.errors?.[0]?.params) }],
  )
  if (mistakes.length > 0) return mistakes
  const idle = (schema['x-conformance'] ?? []).filter((keyword) => !Object.hasOwn(schema, keyword))
  return [
    ...idle.map((keyword) => ({ path: `${path}/x-conformance`, message: `${keyword} does not stand beside it` })),
    ...lintRewrite(contract, place),
    ...lintRefusedWith(contract, place),
    ...lintForClients(contract, place),
  ]
}
