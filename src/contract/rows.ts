import type { ComponentRow, MethodRow, ParamRow, SubscriptionRow, ValueKind } from '../../generated/methods.js'
import { type Contract, type ContractMethod, mayBeLeftOut, resolved, type Schema } from './contract.js'
import { canBeArray, isOf } from './lint/values.js'
import { rewriteOf } from './rewrite.js'
import type { SubscriptionExtension } from './subscriptions/declared.js'
import { partsOf } from './visit-schema.js'

/**
 * JSON pointers to the public keys in a schema's values; skips arrays, whose elements have no fixed
 * place.
 */
const pubkeysIn = (contract: Contract, schema: Schema, at: string): string[] => {
  if (isOf(contract, schema, 'pubkey')) return [at]
  const { alternatives, members } = partsOf(contract, schema)
  return [
    ...alternatives.flatMap((inner) => pubkeysIn(contract, inner, at)),
    ...members.flatMap(([name, member]) => pubkeysIn(contract, member, `${at}/${name}`)),
  ]
}

/** True if values of the schema contain no array of unbounded length. */
const isSmall = (contract: Contract, schema: Schema): boolean => {
  const { whole, alternatives, members } = partsOf(contract, schema)
  if ([whole.type ?? []].flat().includes('array') || whole.items !== undefined) return whole.maxItems !== undefined
  return [...alternatives, ...members.map(([, member]) => member)].every((inner) => isSmall(contract, inner))
}

const paramRow = (contract: Contract, param: ContractMethod['params'][number]): ParamRow => {
  const { name, schema, 'x-completed-with': completion } = param
  const rewrite = rewriteOf(contract, schema)
  return {
    name,
    isRequired: !mayBeLeftOut(param),
    ...(completion === undefined ? {} : { default: completion }),
    ...(rewrite === undefined ? {} : { rewrite }),
  }
}

const contractsOf = (access: ContractMethod['x-contracts']): MethodRow['contractAccess'] => {
  if (access === undefined) return 'refused'
  return access === 'open' ? access : { addresses: access.addresses, beside: access.beside ?? [] }
}

const subscriptionRow = ({ notification, unsubscribe, kind, kinds }: SubscriptionExtension): SubscriptionRow => ({
  notification,
  unsubscribe,
  hasKindFirst: kind !== undefined,
  kinds: Object.entries(kinds).map(([name, { source, state, resume, ...prices }]) => ({
    name,
    usageName: kind === undefined ? name : `${notification}:${name}`,
    source,
    priceCredits: prices['x-credits'],
    ...(prices['x-credits-if'] === undefined ? {} : { priceIf: prices['x-credits-if'] }),
    ...(state === undefined ? {} : { state }),
    resumes: resume === true,
  })),
})

/** Everything in a contract about one of its methods, except its schemas. */
export const methodRow = (contract: Contract, method: ContractMethod): MethodRow => {
  const { timeoutMs, timeoutError, maxParameters, countedParameters = [], maxResults } = method['x-limits']
  const pubkeys = method.params.flatMap(({ schema }, index) => pubkeysIn(contract, schema, `/${index}`))
  return {
    name: method.name,
    family: method['x-family'],
    effect: method['x-effect'] ?? 'read',
    ...(method['x-broadcast'] === true ? { isBroadcast: true } : {}),
    ...(method['x-already-known'] === undefined ? {} : { alreadyKnown: method['x-already-known'] }),
    ...(method['x-unknown-as'] === undefined ? {} : { unknownAs: method['x-unknown-as'] }),
    ...(method['x-state'] === undefined ? {} : { state: method['x-state'] as MethodRow['state'] }),
    ...(method['x-subscription'] === undefined ? {} : { subscription: subscriptionRow(method['x-subscription']) }),
    priceCredits: method['x-credits'],
    ...(method['x-credits-by'] === undefined ? {} : { priceBy: method['x-credits-by'] }),
    timeoutMs,
    timeoutError: timeoutError as MethodRow['timeoutError'],
    ...(maxParameters === undefined ? {} : { maxParameters }),
    countedParameters,
    ...(maxResults === undefined ? {} : { maxResults }),
    position: method['x-position'] as MethodRow['position'],
    finality: method['x-finality'],
    canFailOver: method['x-failover'],
    ...(method['x-answers'] === undefined ? {} : { answers: method['x-answers'] }),
    ...(method['x-proof'] === undefined ? {} : { proof: method['x-proof'] }),
    hasHandler: method['x-handler'] ?? false,
    hasSmallResult: isSmall(contract, method.result.schema),
    params: method.params.map((param) => paramRow(contract, param)),
    contractAccess: contractsOf(method['x-contracts']),
    pubkeyPointers: [...new Set(pubkeys)],
    summary: method.summary ?? '',
  }
}

/** The first sentence of a description: the form of a valid value. */
const firstSentence = (description = ''): string => /^[\s\S]*?[.](?=\s|$)/.exec(description)?.[0] ?? description

/**
 * The kind of a schema's values, by the texts that it accepts: it selects the reference nodes'
 * wording for a mistake, whatever the component is called.
 */
const kindOf = (contract: Contract, schema: Schema): ValueKind | undefined => {
  const { minProperties, maxProperties } = resolved(contract, schema)
  if (minProperties === 1 && maxProperties === 1) return 'single-member'
  if (isOf(contract, schema, 'address')) return canBeArray(contract, schema) ? 'addresses' : 'address'
  if (isOf(contract, schema, 'hash')) return canBeArray(contract, schema) ? 'topics' : 'hash'
  const kinds = ['block', 'storage-key', 'pubkey', 'signature', 'transaction', 'base64'] as const
  return kinds.find((kind) => isOf(contract, schema, kind))
}

/** Error wording for values that violate a component of a contract, by the component's name. */
export const componentRows = (contract: Contract): Readonly<Record<string, ComponentRow>> =>
  Object.fromEntries(
    Object.entries(contract.components.schemas).map(([name, schema]) => {
      const kind = kindOf(contract, schema)
      return [name, { expected: firstSentence(schema.description), ...(kind && { kind }) }]
    }),
  )
