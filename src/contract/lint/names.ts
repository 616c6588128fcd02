import { componentSchemas, type LintRule, methodRule } from './rule.js'

/** Members that the generated client has besides its methods; `then` would make it a promise. */
const clientMembers = [
  ...['ask', 'batch', 'call', 'close', 'logs', 'rawResult', 'reply', 'watch'],
  ...['constructor', 'then', 'catch', 'finally'],
]
/** Members that every JavaScript object inherits. */
export const inherited = ['__proto__', ...Object.getOwnPropertyNames(Object.prototype)]
const reservedMethods = new Set([...clientMembers, ...inherited])

/** Types that the generated files declare or import, and built-in types that they use. */
export const reservedTypes: ReadonlySet<string> = new Set(
  `Params Results MethodName MethodRow Family Position Rewrite ParamRow ComponentRow ValueKind
  SubscriptionKind SubscriptionRow NewestBlockMethod ProvenMethod ErrorName Schemas Handlers
  CallOf AnyCall Document AnswerEncoding EncodingOf EvmClient SolanaClient EvmMethod SolanaMethod
  EvmCallError SolanaCallError FamilyClient MethodFacts BigIntegers WatchOptions ResumeLost StoredHead StoredLog Component
  CallOptions ResultOf ErrorData GatewayError NodeError RetryOptions HttpPost HttpAnswer
  ClientOptions BatchCall BatchReply AnswerFacts RpcError TransportError Request Transport
  HttpTransport WebSocketTransport WebSocketConstructor Object Array Map Set Promise AsyncGenerator Record
  Readonly Partial Extract Exclude String Number Boolean BigInt Symbol Function Error Date JSON
  Infinity NaN`.split(/\s+/),
)

/** Finds names of methods and params that collide with members in the generated code. */
export const lintMethodNames = methodRule(({ name, params }, report) => {
  if (reservedMethods.has(name)) report('/name', `${name} is a member of every client: the method needs another name`)
  for (const [at, param] of params.entries())
    if (inherited.includes(param.name))
      report(`/params/${at}/name`, `${param.name} is a member of every object: use another name`)
})

/** A component's name as json-schema-to-typescript writes it. */
const nameOfType = (name: string): string => name.replaceAll(/\d[a-z]/g, (pair) => pair.toUpperCase())

/** Finds names of schemas that the generated code has for other types, or would change. */
export const lintSchemaNames: LintRule = (contract, report, { base }) => {
  for (const [name, , path] of componentSchemas(contract)) {
    const type = nameOfType(name)
    if (reservedTypes.has(name))
      report(path, `${name} is a type that the generated code has already: the component needs another name`)
    // generated/types.ts has the components of openrpc.json only.
    if (base === undefined && type !== name) report(path, `its type would be called ${type}: write so`)
  }
}
