import type { Contract, ContractMethod } from '../../../contract/contract.js'
import { commonErrors, errorsText, limitsText } from '../typescript/call-facts.js'
import { number } from '../typescript/markdown.js'
import { familiesOf, className as familyClass } from '../typescript/signature.js'
import { type ClientTypes, encodingParamOf } from '../typescript/type-module.js'
import { callsOf, watchedKinds } from '../typescript/watched-kinds.js'
import { configFor, configName, type EncodingGroup, encodingGroupsOf } from './encoding-groups.js'
import { argumentsOf, type PythonSignature, signatureOf } from './signature.js'
import { docstring, pythonBanner, pythonLiteral, pythonName, takeName } from './source-text.js'
import { watchMembers } from './watch-members.js'

/** Members of every client. */
const MEMBERS = ['reply', 'batch', 'close']
/** Unique members for methods, by name. Members with a leading `_` are private to a client. */
const membersOf = ({ methods }: Contract): ReadonlyMap<string, string> => {
  const taken = new Set<string>()
  const own = (name: string) => pythonName(name.replace(/^(?=_)/, 'call'), MEMBERS)
  return new Map(methods.map(({ name }) => [name, takeName(own(name), taken)]))
}
/**
 * The signature for a group of encodings, selected by the param at `chosen`: the params before it
 * must be given, though None is allowed.
 */
const groupSignature = (method: ContractMethod, chosen: number, group: EncodingGroup): PythonSignature => {
  const isUnasked = group.encodings.includes('none')
  const { parameters, result } = signatureOf(method)
  const type = `t.${configName(method.params[chosen]!.schema, group)}`
  const given = `${argumentsOf(method)[chosen]}: ${isUnasked && method.params[chosen]!.required !== true ? `${type} | None = None` : type}`
  const withoutDefault = (text: string) => (isUnasked ? text : text.replace(/ = None$/, ''))
  return {
    parameters: parameters.map((text, index) => {
      if (index === chosen) return given
      return index < chosen ? withoutDefault(text) : text
    }),
    result: `${result}${group.name}`,
  }
}

interface Ways {
  /** If its result depends on the encoding: one for each, and the general one last; else empty. */
  readonly overloads: readonly PythonSignature[]
  /** Accepts the calls of all overloads. */
  readonly all: PythonSignature
}

const waysOf = (contract: Contract, types: ClientTypes, method: ContractMethod): Ways => {
  const chosen = encodingParamOf(contract, types, method)
  const general = signatureOf(method)
  if (chosen === undefined) return { overloads: [], all: general }
  const { schema } = method.params[chosen]!
  const groups = encodingGroupsOf(contract, types).filter((group) => configFor(contract, schema, group) !== undefined)
  const overloads = [...groups.map((group) => groupSignature(method, chosen, group)), general]
  const configs = groups.map((group) => `t.${configName(schema, group)}`).join(' | ')
  const parameters = general.parameters.map((text, index) =>
    index === chosen ? text.replace(': ', `: ${configs} | `) : text,
  )
  return { overloads, all: { ...general, parameters } }
}

const methodDoc = (contract: Contract, method: ContractMethod, client: string): string => {
  const most = method['x-credits-by'] === undefined ? '' : 'up to '
  return docstring(
    [
      `${method.summary ?? method.name}: ${most}${number(method['x-credits'])} credits.`,
      '',
      method.description,
      '',
      `Limits: ${limitsText(method)}`,
      `Errors: ${errorsText(contract, method, `:class:\`${client}\``)}`,
      ...method.params.map(({ description }, index) => `${argumentsOf(method)[index]}: ${description ?? ''}`),
      `Returns: ${method.result.description ?? ''}`,
    ],
    '        ',
  )
}

/** A member of a class: its overloads, if there are any, and its body. */
const member = (
  { overloads, all }: Ways,
  head: (signature: PythonSignature) => string,
  decorators: string,
  body: string,
): string => {
  const stubs = overloads.map((one) => `    @overload\n${decorators}    ${head(one)} ...\n\n`)
  return `${stubs.join('')}${decorators}    ${head(all)}\n${body}`
}

const callMember = (contract: Contract, types: ClientTypes, method: ContractMethod): string => {
  const family = familyClass(method['x-family']).replace('Client', '')
  const names = argumentsOf(method)
  const given = names.length === 1 ? `${names[0]},` : names.join(', ')
  const head = ({ parameters, result }: PythonSignature) =>
    `def ${membersOf(contract).get(method.name)}(${parameters.join(', ')}) -> Call[${family}, ${result}]:`
  const doc = docstring([`${method.summary ?? method.name}.`], '        ')
  const body = `${doc}        return Call(${pythonLiteral(method.name)}, (${given}))\n`
  return member(waysOf(contract, types, method), head, '    @staticmethod\n', body)
}

export const pythonCalls = (contract: Contract, types: ClientTypes): string => {
  const classes = familiesOf(contract).map((family) => {
    const name = familyClass(family).replace('Client', '')
    const methods = contract.methods.filter((method) => method['x-family'] === family)
    return `${name}: TypeAlias = Literal["${family}"]


class ${name}Calls:
    """Calls of networks of the family ${family}, for \`reply\` and \`batch\` of its clients."""

${methods.map((method) => callMember(contract, types, method)).join('\n')}`
  })
  return `${pythonBanner}${docstring(['Calls that are not sent yet.'])}
from __future__ import annotations

from typing import Literal, TypeAlias, overload

from . import types as t
from .core.wire import Call

${classes.join('\n\n')}`
}

const clientName = (family: ContractMethod['x-family'], isAsync: boolean): string =>
  `${isAsync ? 'Async' : ''}${familyClass(family)}`

const clientMember = (contract: Contract, types: ClientTypes, method: ContractMethod, isAsync: boolean): string => {
  const calls = `${familyClass(method['x-family']).replace('Client', '')}Calls`
  const name = membersOf(contract).get(method.name)
  const head = ({ parameters, result }: PythonSignature) =>
    `${isAsync ? 'async ' : ''}def ${name}(${['self', ...parameters].join(', ')}, *, timeout: float | None = None) -> ${result}:`
  const call = `${calls}.${name}(${argumentsOf(method).join(', ')})`
  const body = `${methodDoc(contract, method, clientName(method['x-family'], isAsync))}        return (${isAsync ? 'await ' : ''}self.reply(${call}, timeout=timeout)).result\n`
  return member(waysOf(contract, types, method), head, '', body)
}

const clientClass = (
  contract: Contract,
  types: ClientTypes,
  family: ContractMethod['x-family'],
  isAsync: boolean,
): string => {
  const name = familyClass(family)
  const methods = callsOf(contract).methods.filter((method) => method['x-family'] === family)
  const base = `${isAsync ? 'Async' : 'Sync'}Client[${name.replace('Client', '')}]`
  const doc = docstring(
    [
      `A client of networks of the family ${family}${isAsync ? ', within asyncio' : ''}: a method for each of the contract.`,
      '',
      `Errors of every call: ${commonErrors(contract, family).join(', ')}`,
    ],
    '    ',
  )
  return `class ${clientName(family, isAsync)}(${base}):
${doc}
${methods.map((method) => clientMember(contract, types, method, isAsync)).join('\n')}${isAsync ? watchMembers(contract, family) : ''}`
}

export const pythonClients = (contract: Contract, types: ClientTypes): string => {
  const families = familiesOf(contract)
  const names = families.map((family) => familyClass(family).replace('Client', ''))
  const classes = families.flatMap((family) => [
    clientClass(contract, types, family, false),
    clientClass(contract, types, family, true),
  ])
  const isWatching = watchedKinds(contract).length > 0
  return `${pythonBanner}${docstring(['The clients: two for each family of networks.'])}
from __future__ import annotations

from typing import ${isWatching ? 'AsyncGenerator, ' : ''}overload

from . import types as t
from .calls import ${names.flatMap((name) => [name, `${name}Calls`]).join(', ')}
from .core.client import AsyncClient, SyncClient
${isWatching ? 'from .core.watch import OnGap, Place, SubscriptionFacts\n' : ''}

${classes.join('\n\n')}`
}
