import {
  type Contract,
  type ContractAccess,
  type ContractMethod,
  componentOf,
  mayBeLeftOut,
  resolved,
} from '../../contract/contract.js'
import { shippedNames } from '../../contract/operator/shipped-files.js'
import { priceText } from '../../contract/served/served-document.js'
import { listedErrors } from '../../contract/with-errors.js'
import { exactJson } from '../../runtime/exact-json.js'
import { didYouMean } from '../../server/config/suggestion.js'
import { type Command, CommandError, configOption, type Input, type Output, UsageError } from '../command.js'
import { tableOf } from '../text-table.js'
import { folded, wrapped } from '../text-wrap.js'
import { namedContract } from './named-contract.js'
import { contractPrint } from './print.js'

const find = (name: string, contract: Contract): { contract: Contract; method: ContractMethod } | undefined => {
  const method = contract.methods.find((one) => one.name === name)
  return method && { contract, method }
}

/**
 * Finds the method in the requested contract; by default in the gateway's, then in those that ship
 * with it.
 */
const findMethod = async (name: string, input: Input) => {
  const [file, network] = [input.text('contract'), input.text('network')]
  for (const other of file === undefined ? [] : ['network', 'config'])
    if (input.text(other) !== undefined) throw new UsageError(`--contract and --${other} exclude each other`)
  const served = async () => ((await contractPrint.run(input)) as Output).json as Contract
  const known: string[] = []
  const findIn = (contract: Contract) => {
    known.push(...contract.methods.map((one) => one.name))
    return find(name, contract)
  }
  const found = findIn(file === undefined ? await served() : (await namedContract(file, input)).contract)
  if (found !== undefined) return found
  for (const shipped of file === undefined && network === undefined ? shippedNames : []) {
    const other = findIn((await namedContract(shipped, input)).contract)
    if (other !== undefined) return other
  }
  throw new CommandError(
    `there is no method ${name}${file === undefined ? '' : ` in ${file}`}${didYouMean(name, known)}`,
  )
}

const errorsOf = (contract: Contract, method: ContractMethod) =>
  listedErrors(method).map((name) => {
    const { code, message } = contract.components.errors[name]!
    const { httpStatus, isCharged = false } = contract['x-errors'][name]!
    return { name, code, httpStatus, isCharged, message }
  })

const paramsOf = (contract: Contract, { params }: ContractMethod) =>
  params.map((param) => ({
    name: param.name,
    type: componentOf(param.schema) ?? 'any',
    required: !mayBeLeftOut(param),
    description: `${param.description ?? ''} ${resolved(contract, param.schema).description ?? ''}`.trim(),
  }))

/** The prices of an event of each kind: with `x-credits-if`, the second one is that of the rule. */
const eventPricesOf = ({ 'x-subscription': subscription }: ContractMethod) =>
  Object.entries(subscription?.kinds ?? {}).map(([kind, { 'x-credits': credits, 'x-credits-if': dearer }]) => ({
    kind,
    credits: [credits, ...(dearer === undefined ? [] : [dearer.credits])],
  }))

/** The description of a method: the price and everything that a call can meet. */
const describe = (contract: Contract, method: ContractMethod) => ({
  name: method.name,
  summary: method.summary,
  description: method.description,
  family: method['x-family'],
  effect: method['x-effect'] ?? 'read',
  credits: method['x-credits'],
  ...(method['x-credits-by'] && { creditsBy: method['x-credits-by'] }),
  ...(method['x-subscription'] && { events: eventPricesOf(method) }),
  limits: method['x-limits'],
  position: method['x-position'],
  finality: method['x-finality'],
  failover: method['x-failover'],
  contracts: method['x-contracts'] ?? ('refused' as const),
  params: paramsOf(contract, method),
  result: {
    name: method.result.name,
    type: componentOf(method.result.schema) ?? 'any',
    description: method.result.description,
  },
  errors: errorsOf(contract, method),
  example: method.examples[0],
})

const contractsText = (access: ContractAccess | 'refused'): string => {
  if (access === 'refused') return 'may not call it'
  if (access === 'open') return 'may call it with any params'
  const beside = access.beside === undefined ? '' : `, beside ${access.beside.join(', ')}`
  return `may name their contracts at ${access.addresses.join(', ')}${beside}`
}

const yesOrNo =
  <Name extends string>(name: Name) =>
  (row: Readonly<Record<Name, boolean>>): string =>
    row[name] ? 'yes' : 'no'

const methodText = (shown: ReturnType<typeof describe>, width: number): string => {
  const { name, params, result, errors, example, limits, position, events } = shown
  const facts = Object.entries({
    price: priceText({ 'x-credits': shown.credits, 'x-credits-by': shown.creditsBy }),
    ...(events && {
      'credits of an event': events.map(({ kind, credits }) => `${kind} ${credits.join(' or ')}`).join(', '),
    }),
    family: shown.family,
    effect: shown.effect,
    'time limit': `${limits.timeoutMs} ms, then ${limits.timeoutError}`,
    ...(limits.maxParameters !== undefined && { 'most parameters': limits.maxParameters }),
    ...(limits.maxResults !== undefined && { 'most results': limits.maxResults }),
    position: position.param === undefined ? position.kind : `${position.kind}, params[${position.param}]`,
    finality: shown.finality,
    failover: shown.failover ? 'yes' : 'no',
    'keys limited to contracts': contractsText(shown.contracts),
  }).map(([fact, value]) => [fact, String(value)])
  const call = { jsonrpc: '2.0', id: 1, method: name, params: example?.params.map(({ value }) => value) ?? [] }
  return [
    folded(`${name}: ${shown.summary}`, width),
    wrapped(shown.description ?? '', 0, width),
    tableOf({ FACT: ([fact]) => fact, VALUE: ([, value]) => value }, facts, width),
    params.length === 0
      ? 'No params.'
      : tableOf(
          { PARAM: 'name', TYPE: 'type', REQUIRED: yesOrNo('required'), DESCRIPTION: 'description' },
          params,
          width,
        ),
    wrapped(`Result: ${result.type}. ${result.description ?? ''}`, 0, width),
    tableOf(
      { ERROR: 'name', CODE: 'code', HTTP: 'httpStatus', CHARGED: yesOrNo('isCharged'), MESSAGE: 'message' },
      errors,
      width,
    ),
    `Example:\n${exactJson(call)}\n\nIts result:\n${exactJson(example?.result.value, 2)}`,
  ].join('\n\n')
}

export const contractShow: Command = {
  name: 'contract show',
  summary: 'Shows a method: price, params, limits, errors, example.',
  usage: 'tollgate contract show METHOD [[--network N] [--config FILE] | --contract FILE]',
  positionals: ['METHOD'],
  options: {
    network: { value: 'N', description: 'as this network serves it' },
    contract: { value: 'FILE', description: 'as this contract has it: a file, or the name of a shipped one' },
    ...configOption,
  },
  run: async (input) => {
    const { contract, method } = await findMethod(input.positionals[0]!, input)
    const shown = describe(contract, method)
    return { json: shown, text: (columns) => methodText(shown, columns) }
  },
}
