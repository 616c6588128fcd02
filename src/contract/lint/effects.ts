import type { Contract, ContractMethod, MethodEffect } from '../contract.js'
import { isObject } from '../map-schema.js'
import { type ContractMistake, pointer } from './mistake.js'
import { patternMistake } from './patterns.js'
import { accepts } from './values.js'

/** Extensions that require a certain effect. */
const effectExtensions = [
  ['x-broadcast', 'write'],
  ['x-already-known', 'write'],
  ['x-state', 'stateful'],
  ['x-handler', 'read'],
  ['x-answers', 'read'],
  ['x-proof', 'read'],
  ['x-subscription', 'subscription'],
] as const

const lintMessage = (message: unknown, path: string): ContractMistake[] => {
  if (typeof message !== 'string') return []
  const wrong = patternMistake(message)
  if (wrong !== undefined) return [{ path, message: `${message} ${wrong}` }]
  if (message.startsWith('^')) return []
  return [{ path, message: `${message} matches anywhere in a message ("unknown transaction"): it must begin with ^` }]
}

const lintMessages = (method: ContractMethod, path: string): ContractMistake[] => {
  const { messages } = isObject(method['x-already-known']) ? method['x-already-known'] : {}
  const texts: readonly unknown[] = Array.isArray(messages) ? messages : []
  return texts.flatMap((text, index) => lintMessage(text, `${path}/x-already-known/messages/${index}`))
}

const lintParam = (method: ContractMethod, path: string): ContractMistake[] =>
  (['x-already-known', 'x-state'] as const).flatMap((name) => {
    const { param } = isObject(method[name]) ? method[name] : {}
    if (typeof param !== 'number' || method.params[param] !== undefined) return []
    return [{ path: `${path}/${name}/param`, message: `${method.name} has no parameter ${param}` }]
  })

/** The care of a call: a read may go to any node, and twice; a write to one, and once. */
const care = { read: 0, subscription: 0, stateful: 1, write: 2 } as const

/** The effect of each method of the shipped contracts, by name. */
export type ShippedEffects = ReadonlyMap<string, MethodEffect>

/** Finds methods declared with less care than shipped: a write sent as a read goes out twice. */
const lintCare = (method: ContractMethod, path: string, shipped: ShippedEffects): ContractMistake[] => {
  const effect = method['x-effect'] ?? 'read'
  const known = shipped.get(method.name) ?? 'read'
  const reason = method['x-reasons']?.['x-effect']
  // Other values are reported as mistakes of the extension.
  const isLess = Object.hasOwn(care, effect) && care[effect] < care[known]
  if (!isLess)
    return reason === undefined
      ? []
      : [{ path: `${path}/x-reasons/x-effect`, message: 'a reason is for less care than the shipped contract takes' }]
  if (reason !== undefined) return []
  const message = `${method.name} is a ${known} method in the shipped contract: x-effect must be ${known}, or x-reasons (x-effect) says why it is a ${effect} here`
  return [{ path: method['x-effect'] === undefined ? path : `${path}/x-effect`, message }]
}

/** Checks that only writes and stateful methods have their extensions, for existing params. */
export const lintEffects = (contract: Contract, shipped: ShippedEffects): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    const effect = method['x-effect'] ?? 'read'
    const strangers = effectExtensions
      .filter(([name, of]) => method[name] !== undefined && method[name] !== false && of !== effect)
      .map(([name, of]) => ({ path: `${path}/${name}`, message: `only a method with x-effect ${of} can have ${name}` }))
    const mistakes = [
      ...strangers,
      ...lintCare(method, path, shipped),
      ...lintParam(method, path),
      ...lintMessages(method, path),
    ]
    if (effect === 'read') return mistakes
    if (method['x-finality'] !== 'never')
      mistakes.push({
        path: `${path}/x-finality`,
        message: `no answer to a ${effect} method is kept: it must be never, not ${method['x-finality']}`,
      })
    if (effect === 'stateful' && method['x-failover'])
      mistakes.push({
        path: `${path}/x-failover`,
        message: 'the state lives in a node of the network, where the partner cannot see it: it must be false',
      })
    return mistakes
  })

/** Samples of a transaction, of its signature or hash, and of the id of an object in a node. */
const texts = {
  'evm-transaction-hash': {
    family: 'evm',
    result: `0x${'ab'.repeat(32)}`,
    transaction: `0x02f8${'ab'.repeat(110)}`,
    shape: 'the bytes of a transaction as text (0x02f8…)',
  },
  'solana-signature': {
    family: 'solana',
    result: '5'.repeat(88),
    transaction: 'A'.repeat(120),
    shape: 'an encoded transaction as text',
  },
} as const
/**
 * An id as callers receive it in place of a node's id: longer than any node's
 * (src/server/pipeline/stateful/sealed-ids.ts).
 */
const SEALED_ID = `0x10${'ab'.repeat(60)}`

const lintAlreadyKnown = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { 'x-already-known': known, 'x-family': family, params, result } = method
  if (known === undefined) return []
  const { family: ofResult, result: accepted, transaction, shape } = texts[known.result]
  if (ofResult !== family)
    return [{ path: `${path}/x-already-known/result`, message: `${known.result} is none of the family ${family}` }]
  const mistakes: ContractMistake[] = []
  const param = params[known.param]
  if (param !== undefined && !accepts(contract, param.schema, transaction))
    mistakes.push({ path: `${path}/x-already-known/param`, message: `${param.name} does not take ${shape}` })
  if (!accepts(contract, result.schema, accepted))
    mistakes.push({
      path: `${path}/x-already-known/result`,
      message: `the result of ${method.name} cannot be ${family === 'evm' ? 'the hash' : 'the signature'} of a transaction`,
    })
  return mistakes
}

const lintState = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { 'x-state': state, params, result } = method
  if (state === undefined) return []
  const { ifGone } = state
  const mistakes: ContractMistake[] = []
  if (ifGone !== undefined && !accepts(contract, result.schema, ifGone))
    mistakes.push({ path: `${path}/x-state/ifGone`, message: `${result.name} cannot be ${ifGone}` })
  const content = state.id === 'made' ? result : params[state.param ?? -1]
  if (content === undefined || accepts(contract, content.schema, SEALED_ID)) return mistakes
  const place = state.id === 'made' ? 'id' : 'param'
  return [
    ...mistakes,
    {
      path: `${path}/x-state/${place}`,
      message: `${content.name} cannot be an id that leads back to a node (0x and some 120 hexadecimal digits)`,
    },
  ]
}

/**
 * Checks the extensions of writes and of stateful methods against the types of their parameters and
 * results.
 */
export const lintEffectTypes = (contract: Contract): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    return [...lintAlreadyKnown(contract, method, path), ...lintState(contract, method, path)]
  })
