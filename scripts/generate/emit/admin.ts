import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { WrittenAdminDocument } from '../lint-admin.js'

const banner = '// @generated from src/server/admin/openrpc.admin.json by scripts/generate — do not edit\n'

/**
 * References as json-schema-to-typescript wants them; lists without bounds, or they become unions
 * of tuples.
 */
const adapted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(adapted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([key]) => key !== 'maxItems' && key !== 'minItems')
    .map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/components/schemas/', '#/definitions/')
        : adapted(member),
    ])
  return Object.fromEntries(entries)
}

const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const sourceOf = ({ methods, components }: WrittenAdminDocument): Promise<string> => {
  const names = methods.map(({ name }) => name)
  const params = methods.map(({ name, params: list }) => {
    const properties = Object.fromEntries(list.map((param) => [param.name, param.schema]))
    return [
      name,
      closed(
        properties,
        list.filter(({ required }) => required === true).map((param) => param.name),
      ),
    ]
  })
  const results = methods.map(({ name, result }) => [name, result.schema])
  const root = {
    title: 'AdminMethods',
    ...closed({ params: { $ref: '#/definitions/AdminParams' }, results: { $ref: '#/definitions/AdminResults' } }, [
      'params',
      'results',
    ]),
    definitions: {
      ...components.schemas,
      AdminParams: {
        description: 'What each method of the admin API takes, by name, once it passed its schemas.',
        ...closed(Object.fromEntries(params), names),
      },
      AdminResults: {
        description: 'What each method of the admin API answers.',
        ...closed(Object.fromEntries(results), names),
      },
    },
  }
  return compile(adapted(root) as JSONSchema, 'AdminMethods', {
    bannerComment: '',
    style: { singleQuote: true, semi: false, printWidth: 120 },
  })
}

const errorsOf = ({ components, 'x-errors': rows }: WrittenAdminDocument): string => {
  const entries = Object.entries(components.errors).map(
    ([name, { code }]) => `  ${name}: { code: ${code}, httpStatus: ${rows[name]?.httpStatus} },`,
  )
  return `/** Code and HTTP status of each error of the admin API. */
export const adminErrors = {
${entries.join('\n')}
} as const

/** An error of the admin API. */
export type AdminErrorName = keyof typeof adminErrors
`
}

/** Types of the params and results of the admin API's methods, and its errors. */
export const emitAdmin = async (document: WrittenAdminDocument): Promise<string> =>
  `${banner}\n${await sourceOf(document)}\n${errorsOf(document)}`
