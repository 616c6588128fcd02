import { banner, type Contract, type ContractMethod, commentText, quoted } from '../../../contract/contract.js'
import { commonErrors, errorsText, limitsText } from './call-facts.js'
import { number } from './markdown.js'
import { usedTypes } from './method-module.js'
import { argumentsOf, className, errorLink, errorType, type Family, familiesOf, signatureOf } from './signature.js'
import type { ClientTypes } from './type-module.js'
import { memberName } from './type-text.js'
import { watchMembers } from './watch-members.js'
import { callsOf, watchedKinds } from './watched-kinds.js'

const doc = (contract: Contract, method: ContractMethod): string => {
  return [
    '  /**',
    `   * ${commentText(method.summary)}: ${method['x-credits-by'] === undefined ? '' : 'up to '}${number(method['x-credits'])} credits.`,
    '   *',
    `   * ${commentText(method.description)}`,
    '   *',
    `   * Limits  ${limitsText(method)}`,
    `   * Errors  ${errorsText(contract, method, errorLink(method))}`,
    '   *',
    ...method.params.map(
      ({ description }, index) => `   * @param ${argumentsOf(method)[index]} ${commentText(description)}`,
    ),
    `   * @returns ${commentText(method.result.description)}`,
    '   */',
  ].join('\n')
}

const member = (contract: Contract, types: ClientTypes, method: ContractMethod): string => {
  const { generic, listed, names, result } = signatureOf(contract, types, method)
  const { name } = method
  return `${doc(contract, method)}
  ${memberName(name)}${generic}(${[...listed, 'options?: CallOptions'].join(', ')}): Promise<${result}> {
    return this.ask('${name}', [${names.join(', ')}], options)
  }
`
}

/** The method that searches a range of blocks and limits its results, so it can be split. */
const searchOf = (methods: readonly ContractMethod[]): ContractMethod | undefined =>
  methods.find((method) => method['x-position'].kind === 'block-range' && method['x-limits'].maxResults !== undefined)

const pagesMember = (methods: readonly ContractMethod[]): string => {
  const search = searchOf(methods)
  const head = methods.find((method) => method['x-answers'] === 'newest-block')
  if (search === undefined || head === undefined) return ''
  return `
  /**
   * Returns the logs of a filter in parts, in the order of the chain. If the gateway refuses a
   * range, the client asks for the range that the gateway suggests. Each part costs as a call, even
   * a refused one.
   */
  logs(filter: Params['${search.name}'][0], options?: CallOptions): AsyncGenerator<Results['${search.name}'], void, undefined> {
    const logs = (part: Params['${search.name}'][0]) => this.${search.name}(part, options)
    return logPages(filter, { logs, latest: () => this.${head.name}(options) })
  }
`
}

const familyClass = (contract: Contract, types: ClientTypes, family: Family): string => {
  const methods = callsOf(contract).methods.filter((method) => method['x-family'] === family)
  const names = methods.map(({ name }) => `'${name}'`).join(' | ')
  const errors = commonErrors(contract, family).map(quoted).join(' | ') || 'never'
  return `/** A method of networks of the family ${family}. */
export type ${className(family).replace('Client', 'Method')} = ${names}

/** An error that every call to networks of the family ${family} may get. */
export type ${errorType(family)} = ${errors}

/** Calls networks of the family ${family}: one member for each method of the contract. */
export class ${className(family)} extends FamilyClient<${className(family).replace('Client', 'Method')}> {
${methods.map((method) => member(contract, types, method)).join('\n')}${pagesMember(methods)}${watchMembers(contract, types, family)}}
`
}

/** The classes of the client, one for each family, as a module. */
export const classModule = (contract: Contract, types: ClientTypes): string => {
  const families = familiesOf(contract).map((family) => familyClass(contract, types, family))
  const text = families.join('\n')
  const watched = watchedKinds(contract).map(({ method }) => method)
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(text)
  const typeNames = [
    ...(types.encodings.length === 0 ? [] : ['AnswerEncoding', 'EncodingOf']),
    ...usedTypes([...callsOf(contract).methods, ...watched]),
  ]
  const paging = isUsed('logPages')
    ? "import { logPages } from './core/log-pages.js'\nimport type { Params, Results } from './methods.js'\n"
    : ''
  const resuming = ['ResumeLost', 'StoredHead', 'StoredLog'].filter(isUsed).join(', ')
  const watching = isUsed('WatchOptions')
    ? `import type { ${resuming} } from './core/resume-points.js'\nimport type { WatchOptions } from './core/watch.js'\n`
    : ''
  return `${banner}
import { type CallOptions, FamilyClient } from './core/family-client.js'
${paging}${watching}import type { ${typeNames.filter(isUsed).join(', ')} } from './types.js'

${text}`
}

/** An entry of the package: the classes on one platform, the errors, and the types. */
export const entryModule = (contract: Contract, entry: 'index' | 'fetch'): string => {
  const platform = entry === 'index' ? 'node' : 'fetch'
  const families = familiesOf(contract)
  const names = families.map(className)
  const classes = families.map(
    (family) => `
/**
 * A client of networks of the family ${family},
 * over ${entry === 'index' ? 'axios' : 'fetch'} or a WebSocket.
 */
export class ${className(family)} extends Base${className(family)} {
  constructor(options: ClientOptions) {
    super(options, ${platform}Platform)
  }
}
`,
  )
  const familyTypes = families.flatMap((family) => [errorType(family), className(family).replace('Client', 'Method')])
  return `${banner}
import { ${names.map((name) => `${name} as Base${name}`).join(', ')} } from './clients.js'
import type { ClientOptions } from './core/family-client.js'
import { ${platform}Platform } from './core/${platform}-platform.js'

export type { ${familyTypes.join(', ')} } from './clients.js'
export type { AnswerFacts } from './core/answer-facts.js'
export type { BatchCall, BatchReply, CallOptions, ClientOptions } from './core/family-client.js'
export type { HttpAnswer, HttpPost } from './core/http-transport.js'
export { toBigInt, toQuantity } from './core/quantity.js'
export { ResumeLost } from './core/resume-points.js'
export type { ResumePoint, StoredHead, StoredLog } from './core/resume-points.js'
export { type RetryOptions, retry, retryDelayMs } from './core/retry.js'
export { type GatewayError, type NodeError, RpcError, TransportError } from './core/rpc-error.js'
export type { WatchOptions } from './core/watch.js'
export type { WebSocketConstructor } from './core/websocket-transport.js'
export type { ErrorData, ErrorName } from './errors.js'
export type { MethodName, Params, ResultOf, Results } from './methods.js'
export type * from './types.js'
${classes.join('')}`
}
