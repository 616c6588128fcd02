import { isObject } from '../../runtime/is-object.js'
import type { Contract, ContractMethod, MethodEffect } from '../contract.js'
import { shippedContractOf } from '../operator/shipped-files.js'
import { type Report, under } from './mistake.js'
import { patternMistake } from './patterns.js'
import { type LintRule, methodRule } from './rule.js'
import { accepts } from './values.js'

/** Extensions that require a certain effect. */
const effectExtensions = [
  ['x-broadcast', 'write'],
  ['x-already-known', 'write'],
  ['x-state', 'stateful'],
  ['x-handler', 'read'],
  ['x-unknown-as', 'read'],
  ['x-answers', 'read'],
  ['x-proof', 'read'],
  ['x-subscription', 'subscription'],
] as const

const lintMessages = (method: ContractMethod, report: Report): void => {
  const { messages } = isObject(method['x-already-known']) ? method['x-already-known'] : {}
  const texts: readonly unknown[] = Array.isArray(messages) ? messages : []
  for (const [index, text] of texts.entries()) {
    if (typeof text !== 'string') continue
    const at = `/x-already-known/messages/${index}`
    const wrong = patternMistake(text)
    if (wrong !== undefined) report(at, `${text} ${wrong}`)
    else if (!text.startsWith('^'))
      report(at, `${text} matches anywhere in a message ("unknown transaction"): it must begin with ^`)
  }
}

const lintParam = (method: ContractMethod, report: Report): void => {
  for (const name of ['x-already-known', 'x-state'] as const) {
    const { param } = isObject(method[name]) ? method[name] : {}
    if (typeof param === 'number' && method.params[param] === undefined)
      report(`/${name}/param`, `${method.name} has no parameter ${param}`)
  }
}

/** The care of a call: a read may go to any node, and twice; a write to one, and once. */
const care = { read: 0, subscription: 0, stateful: 1, write: 2 } as const

/** Finds methods declared with less care than shipped: a write sent as a read goes out twice. */
const lintCare = (method: ContractMethod, report: Report, known: MethodEffect): void => {
  const effect = method['x-effect'] ?? 'read'
  const reason = method['x-reasons']?.['x-effect']
  // Other values are reported as mistakes of the extension.
  const isLess = Object.hasOwn(care, effect) && care[effect] < care[known]
  if (!isLess && reason !== undefined)
    report('/x-reasons/x-effect', 'a reason is for less care than the shipped contract takes')
  if (isLess && reason === undefined)
    report(
      method['x-effect'] === undefined ? '' : '/x-effect',
      `${method.name} is a ${known} method in the shipped contract: x-effect must be ${known}, or x-reasons (x-effect) says why it is a ${effect} here`,
    )
}

/** Checks that only writes and stateful methods have their extensions, for existing params. */
export const lintEffects: LintRule = (contract, report, context) => {
  const shippedEffect = (name: string): MethodEffect => (context.base && shippedContractOf(name)?.effect) ?? 'read'
  const lintMethod = methodRule((method, found) => {
    const effect = method['x-effect'] ?? 'read'
    for (const [name, of] of effectExtensions)
      if (method[name] !== undefined && method[name] !== false && of !== effect)
        found(`/${name}`, `only a method with x-effect ${of} can have ${name}`)
    lintCare(method, found, shippedEffect(method.name))
    lintParam(method, found)
    lintMessages(method, found)
    if (effect !== 'read' && method['x-finality'] !== 'never')
      found('/x-finality', `no answer to a ${effect} method is kept: it must be never, not ${method['x-finality']}`)
    if (effect === 'stateful' && method['x-failover'])
      found(
        '/x-failover',
        'the state lives in a node of the network, where the partner cannot see it: it must be false',
      )
  })
  lintMethod(contract, report, context)
}

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

const lintAlreadyKnown = (contract: Contract, method: ContractMethod, report: Report): void => {
  const { 'x-already-known': known, 'x-family': family, params, result } = method
  if (known === undefined) return
  const { family: ofResult, result: accepted, transaction, shape } = texts[known.result]
  if (ofResult !== family) return report('/result', `${known.result} is none of the family ${family}`)
  const param = params[known.param]
  if (param !== undefined && !accepts(contract, param.schema, transaction))
    report('/param', `${param.name} does not take ${shape}`)
  if (!accepts(contract, result.schema, accepted))
    report(
      '/result',
      `the result of ${method.name} cannot be ${family === 'evm' ? 'the hash' : 'the signature'} of a transaction`,
    )
}

const lintState = (contract: Contract, method: ContractMethod, report: Report): void => {
  const { 'x-state': state, params, result } = method
  if (state === undefined) return
  const { ifGone } = state
  if (ifGone !== undefined && !accepts(contract, result.schema, ifGone))
    report('/ifGone', `${result.name} cannot be ${ifGone}`)
  const content = state.id === 'made' ? result : params[state.param ?? -1]
  if (content !== undefined && !accepts(contract, content.schema, SEALED_ID))
    report(
      state.id === 'made' ? '/id' : '/param',
      `${content.name} cannot be an id that leads back to a node (0x and some 120 hexadecimal digits)`,
    )
}

/**
 * Checks the extensions of writes and of stateful methods against the types of their parameters and
 * results.
 */
export const lintEffectTypes = methodRule((method, report, contract) => {
  lintAlreadyKnown(contract, method, under(report, '/x-already-known'))
  lintState(contract, method, under(report, '/x-state'))
})
