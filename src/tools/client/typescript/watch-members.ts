import { type Contract, type ContractMethod, commentText, literal } from '../../../contract/contract.js'
import { watchName } from '../../../contract/subscriptions/watch-words.js'
import { errorsText } from './call-facts.js'
import { integersIn } from './method-module.js'
import { argumentsOf, errorLink, signatureOf } from './signature.js'
import type { ClientTypes } from './type-module.js'
import { aboutKind, type WatchedKind, watchedKinds } from './watched-kinds.js'

const doc = (contract: Contract, one: WatchedKind): string => {
  const { method, state } = one
  const { title, text } = aboutKind(contract, one, 'onGap')
  const lost = state === 'once' ? '' : '{@link ResumeLost}; '
  return [
    '  /**',
    `   * ${commentText(title)}`,
    '   *',
    `   * ${commentText(text)}`,
    '   *',
    `   * Errors  ${lost}${errorsText(contract, method, errorLink(method))}`,
    ...(method.params.length === 0 ? [] : ['   *']),
    ...method.params.map(
      ({ description }, index) => `   * @param ${argumentsOf(method)[index]} ${commentText(description)}`,
    ),
    '   */',
  ].join('\n')
}

const factsOf = (contract: Contract, one: WatchedKind): string => {
  const { method, subscribe, unsubscribe, before, resumesFrom, heads, state } = one
  const bigints = integersIn(contract, method.result.schema)
  return literal({
    subscribe,
    unsubscribe,
    timeoutMs: method['x-limits'].timeoutMs,
    before,
    paramCount: method.params.length,
    ...(resumesFrom !== undefined && { resumesFrom }),
    ...(heads !== undefined && { heads }),
    ...(state === 'once' && { isOnce: true }),
    ...(bigints !== undefined && { bigints }),
  })
}

/** The type of the options, by the event that the kind goes on after. */
const optionTypes = { log: 'WatchOptions<StoredLog | StoredHead>', head: 'WatchOptions<StoredHead>' }

const member = (contract: Contract, types: ClientTypes, one: WatchedKind): string => {
  const { generic, listed, names, result } = signatureOf(contract, types, one.method)
  const options = one.resumesFrom === undefined ? 'WatchOptions' : optionTypes[one.resumesFrom]
  return `${doc(contract, one)}
  ${watchName(one.words)}${generic}(${[...listed, `options?: ${options}`].join(', ')}): AsyncGenerator<${result}, void, undefined> {
    return this.watch(${factsOf(contract, one)}, [${names.join(', ')}], options)
  }
`
}

export const watchMembers = (contract: Contract, types: ClientTypes, family: ContractMethod['x-family']): string =>
  watchedKinds(contract)
    .filter(({ method }) => method['x-family'] === family)
    .map((one) => `\n${member(contract, types, one)}`)
    .join('')
