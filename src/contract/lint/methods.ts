import { type Contract, type ContractMethod, componentOf, mayBeLeftOut, resolved, type Schema } from '../contract.js'
import { type ContractMistake, pointer } from './mistake.js'

/** A valid name of a method or parameter. */
export const identifier = /^[A-Za-z_$][\w$]*$/

const duplicates = (names: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  return new Set(names.filter((name) => seen.size === seen.add(name).size))
}

/** True if a schema, or one of its alternatives, describes a member at each step of the path. */
const hasPlace = (contract: Contract, schema: Schema, [step, ...rest]: readonly string[]): boolean => {
  if (step === undefined) return true
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolved(contract, schema)
  const member = properties[step]
  if (typeof member === 'object') return hasPlace(contract, member, rest)
  return [...allOf, ...anyOf, ...oneOf].some((inner) => hasPlace(contract, inner, [step, ...rest]))
}

const pointersOf = ({ 'x-contracts': access }: ContractMethod, list: 'addresses' | 'beside'): readonly string[] =>
  access === undefined || access === 'open' ? [] : (access[list] ?? [])

const lintPointers = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const lists = {
    'x-contracts/addresses': pointersOf(method, 'addresses'),
    'x-contracts/beside': pointersOf(method, 'beside'),
    'x-limits/countedParameters': method['x-limits']?.countedParameters ?? [],
  }
  return Object.entries(lists).flatMap(([list, pointers]) =>
    pointers.flatMap((text, index) => {
      const [, first = '', ...rest] = text.split('/')
      const param = method.params[Number(first)]
      if (param !== undefined && hasPlace(contract, param.schema, rest)) return []
      return [{ path: `${path}/${list}/${index}`, message: `${text} points at no parameter of ${method.name}` }]
    }),
  )
}

const lintLimits = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { timeoutError, maxParameters, countedParameters } = method['x-limits'] ?? {}
  const mistakes: ContractMistake[] = []
  if (timeoutError !== undefined && !Object.hasOwn(contract.components.errors, timeoutError))
    mistakes.push({ path: `${path}/x-limits/timeoutError`, message: `${timeoutError} is not an error of the contract` })
  if ((maxParameters === undefined) !== (countedParameters === undefined))
    mistakes.push({ path: `${path}/x-limits`, message: 'maxParameters and countedParameters go together' })
  return mistakes
}

const lintPosition = (method: ContractMethod, path: string): ContractMistake[] => {
  const { param } = method['x-position'] ?? {}
  if (param === undefined || method.params[param] !== undefined) return []
  return [{ path: `${path}/x-position/param`, message: `${method.name} has no parameter ${param}` }]
}

const lintParams = (method: ContractMethod, path: string): ContractMistake[] => {
  const twice = duplicates(method.params.map(({ name }) => name))
  const firstOptional = method.params.findIndex(mayBeLeftOut)
  return method.params.flatMap((param, index) => {
    const at = `${path}/params/${index}`
    const mistakes: ContractMistake[] = []
    if (!identifier.test(param.name))
      mistakes.push({ path: `${at}/name`, message: `${param.name} cannot name an argument in TypeScript` })
    if (twice.has(param.name)) mistakes.push({ path: `${at}/name`, message: `${param.name} stands twice` })
    if (param.required !== true && param['x-completed-with'] !== undefined)
      mistakes.push({
        path: `${at}/x-completed-with`,
        message: `${param.name} is optional: only what a call must give is completed`,
      })
    if (!mayBeLeftOut(param) && firstOptional !== -1 && firstOptional < index)
      mistakes.push({
        path: `${at}/required`,
        message: `${param.name} is required but comes after an optional parameter, or one that is completed`,
      })
    return mistakes
  })
}

const lintContents = (method: ContractMethod, path: string): ContractMistake[] => {
  const contents = [
    ...method.params.map((param, index) => [`params/${index}`, param] as const),
    ['result', method.result] as const,
  ]
  return contents.flatMap(([place, { description, schema }]) => {
    const mistakes: ContractMistake[] = []
    if (!description) mistakes.push({ path: `${path}/${place}`, message: 'has no description' })
    if (componentOf(schema) === undefined)
      mistakes.push({
        path: `${path}/${place}/schema`,
        message: 'must be a reference to a component schema, which gives its type a name',
      })
    return mistakes
  })
}

/** Checks methods: names, order of parameters, and extensions that point at a parameter. */
export const lintMethods = (contract: Contract): ContractMistake[] => {
  const twice = duplicates(contract.methods.map(({ name }) => name))
  return contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    const mistakes: ContractMistake[] = []
    if (!identifier.test(method.name))
      mistakes.push({ path: `${path}/name`, message: `${method.name} is not a method name` })
    if (method.name.startsWith('rpc.')) mistakes.push({ path: `${path}/name`, message: 'names with rpc. are reserved' })
    if (twice.has(method.name)) mistakes.push({ path: `${path}/name`, message: `${method.name} stands twice` })
    if (method.paramStructure !== 'by-position')
      mistakes.push({ path, message: `${method.name} must have paramStructure "by-position"` })
    for (const text of ['summary', 'description'] as const)
      if (!method[text]) mistakes.push({ path, message: `${method.name} has no ${text}` })
    return [
      ...mistakes,
      ...lintParams(method, path),
      ...lintContents(method, path),
      ...lintPosition(method, path),
      ...lintLimits(contract, method, path),
      ...lintPointers(contract, method, path),
    ]
  })
}
