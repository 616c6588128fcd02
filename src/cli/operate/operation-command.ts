import { type AdminMethod, type AdminParam, type ParamSchema, readAdminDocument } from '../../server/admin/document.js'
import { type Command, configOption, type Input, type Option, type Output, UsageError } from '../command.js'
import { readChoice, readLimit, readNumber, readSwitch } from '../option-values.js'

const { methods, components } = readAdminDocument()

export const adminOperations: readonly AdminMethod[] = methods

const schemaOf = ({ schema }: AdminParam): ParamSchema =>
  schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!]!

/**
 * A parameter's option without dashes: `daily-credits` for `dailyCredits`, unless the contract
 * names another.
 */
export const optionName = ({ name, 'x-cli': cli }: Pick<AdminParam, 'name' | 'x-cli'>): string =>
  cli?.option ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The placeholder of the value in the help; undefined for a flag. */
const placeholderOf = (param: AdminParam): string | undefined =>
  param['x-cli']?.value ?? schemaOf(param).enum?.join('|')

const optionOf = (param: AdminParam): Option => ({
  multiple: schemaOf(param).type === 'array',
  value: placeholderOf(param),
  description: param.summary,
})

/** True if a parameter is an option without a value. */
export const isFlag = (param: AdminParam): boolean => placeholderOf(param) === undefined

/** True if a parameter is a word behind the command, and not an option. */
export const isPositional = (param: AdminParam): boolean => param['x-cli']?.isPositional === true

const usageOf = ({ name, params, 'x-cli': cli }: AdminMethod): string => {
  const typed = (param: AdminParam) => [`--${optionName(param)}`, placeholderOf(param) ?? []].flat().join(' ')
  const alternatives = cli?.alternatives ?? []
  const named = (wanted: string) => typed(params.find((param) => param.name === wanted)!)
  const choice = (names: readonly string[]) =>
    [named(names[0]!), ...names.slice(1).map((one) => `[${named(one)}]`)].join(' ')
  const words = params.flatMap((param) => {
    if (isPositional(param)) return param.name.toUpperCase()
    if (param.name === alternatives[0]?.[0]) return `[${alternatives.map(choice).join(' | ')}]`
    if (alternatives.flat().includes(param.name)) return []
    return param.required === true ? typed(param) : `[${typed(param)}]`
  })
  return ['tollgate', name.replace('.', ' '), ...words, '[--config FILE]'].join(' ')
}

/**
 * The value of a parameter on a command line; undefined if its option is absent. Errors:
 * UsageError.
 */
const readParam = (param: AdminParam, input: Input): unknown => {
  const { type, enum: choices, minimum, maximum } = schemaOf(param)
  const option = optionName(param)
  if (isFlag(param)) return input.isOn(option) || undefined
  if (type === 'array') {
    const list = input.list(option)
    if (list === undefined && param.required === true)
      throw new UsageError(`--${option} ${placeholderOf(param)} is needed`)
    return list
  }
  if (param.required === true && !input.text(option) && param.schema.$ref === '#/components/schemas/AccountId')
    throw new UsageError(`--${option} ${placeholderOf(param)} is needed; \`tollgate account list\` shows the ids`)
  const text = param.required === true ? input.required(option) : input.text(option)
  if (type === 'boolean') return readSwitch(option, text)
  if (type === 'integer') return readNumber(option, text, { minimum, maximum })
  if (Array.isArray(type)) return type.includes('integer') ? readLimit(option, text) : text === '' ? null : text
  return choices === undefined || text === undefined ? text : readChoice(option, text, choices)
}

/**
 * A command for an operation of openrpc.admin.json: its name, help, usage line and options come
 * from there, and `run` receives the typed params. `Params` is the type that `method` declares.
 */
export const operationCommand = <Params = Readonly<Record<string, unknown>>>(
  method: AdminMethod,
  run: (params: Params, input: Input) => Promise<Output | number>,
): Command => {
  const options = method.params.filter((param) => !isPositional(param))
  const positionals = method.params.filter(isPositional)
  return {
    name: method.name.replace('.', ' '),
    summary: method['x-cli']?.summary ?? method.summary,
    usage: usageOf(method),
    ...(positionals.length > 0 && { positionals: positionals.map(({ name }) => name.toUpperCase()) }),
    options: { ...Object.fromEntries(options.map((param) => [optionName(param), optionOf(param)])), ...configOption },
    run: async (input) => {
      const words = positionals.map(({ name }, index) => [name, input.positionals[index]])
      const typed = options.map((param) => [param.name, readParam(param, input)])
      const given = [...words, ...typed].filter(([, value]) => value !== undefined)
      return run(Object.fromEntries(given) as Params, input)
    },
  }
}

export const adminOperation = (name: string): AdminMethod => methods.find((method) => method.name === name)!

/** True if a method answers with one page of a list at a time. */
const hasPages = ({ params }: AdminMethod): boolean =>
  ['after', 'limit'].every((name) => params.some((param) => param.name === name))

/** The method without its parameters for pages: the command reads all pages itself. */
export const withoutPages = (method: AdminMethod): AdminMethod =>
  hasPages(method)
    ? { ...method, params: method.params.filter(({ name }) => name !== 'after' && name !== 'limit') }
    : method

/** Calls a method; joins all pages if it answers with one page at a time. */
export const allPages = async (
  method: AdminMethod,
  ask: (params: Readonly<Record<string, unknown>>) => unknown,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> => {
  if (!hasPages(method)) return ask(params)
  const found: { readonly id: string }[] = []
  for (;;) {
    const last = found.at(-1)
    const page = (await ask(last === undefined ? params : { ...params, after: last.id })) as typeof found
    if (page.length === 0) return found
    for (const one of page) found.push(one)
  }
}
