import type { Contract, ContractMethod } from '../../../contract/contract.js'
import { errorsText } from '../typescript/call-facts.js'
import { className as familyClass } from '../typescript/signature.js'
import { aboutKind, type WatchedKind, watchedKinds } from '../typescript/watched-kinds.js'
import { argumentsOf, signatureOf } from './signature.js'
import { docstring, pythonLiteral } from './source-text.js'

const doc = (contract: Contract, one: WatchedKind): string => {
  const { method, state } = one
  const { title, text } = aboutKind(contract, one, 'on_gap')
  const lost = state === 'once' ? '' : 'ResumeLost; '
  return docstring(
    [
      title,
      '',
      text,
      '',
      `Errors: ${lost}${errorsText(contract, method, `:class:\`Async${familyClass(method['x-family'])}\``)}`,
      ...(one.resumesFrom === undefined
        ? []
        : ['after: the last event of an earlier watch, behind which this one begins']),
      ...method.params.map(({ description }, index) => `${argumentsOf(method)[index]}: ${description ?? ''}`),
    ],
    '        ',
  )
}

const tuple = (texts: readonly string[]): string => `(${texts.join(', ')}${texts.length === 1 ? ',' : ''})`

const factsOf = ({ method, subscribe, unsubscribe, before, resumesFrom, heads, state }: WatchedKind): string =>
  [
    `subscribe=${pythonLiteral(subscribe)}`,
    `unsubscribe=${pythonLiteral(unsubscribe)}`,
    `timeout=${method['x-limits'].timeoutMs / 1000}`,
    ...(before.length === 0 ? [] : [`before=${tuple(before.map(pythonLiteral))}`]),
    `param_count=${method.params.length}`,
    ...(resumesFrom === undefined ? [] : [`resumes_from=${pythonLiteral(resumesFrom)}`]),
    ...(heads === undefined ? [] : [`heads=${tuple(heads.map(pythonLiteral))}`]),
    ...(state === 'once' ? ['is_once=True'] : []),
  ].join(', ')

const member = (contract: Contract, one: WatchedKind): string => {
  const { parameters, result } = signatureOf(one.method)
  const after = one.resumesFrom === undefined ? [] : ['after: Place | None = None']
  return `
    def ${one.words.join('_')}(${['self', ...parameters, '*', ...after, 'on_gap: OnGap | None = None'].join(', ')}) -> AsyncGenerator[${result}, None]:
${doc(contract, one)}        return self._watch(SubscriptionFacts(${factsOf(one)}), ${tuple(argumentsOf(one.method))}, on_gap${one.resumesFrom === undefined ? '' : ', after'})
`
}

export const watchMembers = (contract: Contract, family: ContractMethod['x-family']): string =>
  watchedKinds(contract)
    .filter(({ method }) => method['x-family'] === family)
    .map((one) => member(contract, one))
    .join('')
