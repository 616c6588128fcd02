import { type Contract, type ContractMethod, componentOf, mayBeLeftOut } from '../contract.js'
import { type Report, under } from './mistake.js'
import { type LintRule, methodRule } from './rule.js'
import { schemasInParams } from './values.js'

/** A valid name of a method or parameter. */
export const identifier = /^[A-Za-z_$][\w$]*$/

const duplicates = (names: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  return new Set(names.filter((name) => seen.size === seen.add(name).size))
}

const pointersOf = ({ 'x-contracts': access }: ContractMethod, list: 'addresses' | 'beside'): readonly string[] =>
  access === undefined || access === 'open' ? [] : (access[list] ?? [])

const lintPointers = (contract: Contract, method: ContractMethod, report: Report): void => {
  const lists = {
    'x-contracts/addresses': pointersOf(method, 'addresses'),
    'x-contracts/beside': pointersOf(method, 'beside'),
    'x-limits/countedParameters': method['x-limits']?.countedParameters ?? [],
  }
  for (const [list, pointers] of Object.entries(lists))
    for (const [index, text] of pointers.entries()) {
      if (schemasInParams(contract, method, text).length === 0)
        report(`/${list}/${index}`, `${text} points at no parameter of ${method.name}`)
    }
}

const lintLimits = (contract: Contract, method: ContractMethod, report: Report): void => {
  const { timeoutError, maxParameters, countedParameters } = method['x-limits'] ?? {}
  if (timeoutError !== undefined && !Object.hasOwn(contract.components.errors, timeoutError))
    report('/x-limits/timeoutError', `${timeoutError} is not an error of the contract`)
  if ((maxParameters === undefined) !== (countedParameters === undefined))
    report('/x-limits', 'maxParameters and countedParameters go together')
}

const lintPosition = (method: ContractMethod, report: Report): void => {
  const { param } = method['x-position'] ?? {}
  if (param !== undefined && method.params[param] === undefined)
    report('/x-position/param', `${method.name} has no parameter ${param}`)
}

const lintParams = (method: ContractMethod, report: Report): void => {
  const twice = duplicates(method.params.map(({ name }) => name))
  const firstOptional = method.params.findIndex(mayBeLeftOut)
  for (const [index, param] of method.params.entries()) {
    const { name } = param
    const at = `/params/${index}`
    if (!identifier.test(name)) report(`${at}/name`, `${name} cannot name an argument in TypeScript`)
    if (twice.has(name)) report(`${at}/name`, `${name} stands twice`)
    if (param.required !== true && param['x-completed-with'] !== undefined)
      report(`${at}/x-completed-with`, `${name} is optional: only what a call must give is completed`)
    if (!mayBeLeftOut(param) && firstOptional !== -1 && firstOptional < index)
      report(`${at}/required`, `${name} is required but comes after an optional parameter, or one that is completed`)
  }
}

const lintContent = ({ description, schema }: ContractMethod['result'], report: Report): void => {
  if (!description) report('', 'has no description')
  if (componentOf(schema) === undefined)
    report('/schema', 'must be a reference to a component schema, which gives its type a name')
}

/** Checks methods: names, order of parameters, and extensions that point at a parameter. */
export const lintMethods: LintRule = (contract, report, context) => {
  const twice = duplicates(contract.methods.map(({ name }) => name))
  const lintMethod = methodRule((method, found) => {
    const { name, params, result } = method
    if (!identifier.test(name)) found('/name', `${name} is not a method name`)
    if (name.startsWith('rpc.')) found('/name', 'names with rpc. are reserved')
    if (twice.has(name)) found('/name', `${name} stands twice`)
    if (method.paramStructure !== 'by-position') found('', `${name} must have paramStructure "by-position"`)
    for (const text of ['summary', 'description'] as const) if (!method[text]) found('', `${name} has no ${text}`)
    for (const member of ['servers', 'links'])
      if (member in method) found(`/${member}`, `callers reach ${name} at this gateway: leave ${member} out`)
    lintParams(method, found)
    for (const [index, param] of params.entries()) lintContent(param, under(found, `/params/${index}`))
    lintContent(result, under(found, '/result'))
    lintPosition(method, found)
    lintLimits(contract, method, found)
    lintPointers(contract, method, found)
  })
  lintMethod(contract, report, context)
}
