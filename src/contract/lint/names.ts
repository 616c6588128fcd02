import type { Contract } from '../contract.js'
import { type ContractMistake, pointer } from './mistake.js'

/** Members that the generated client has besides its methods; `then` would make it a promise. */
const clientMembers = [
  ...['ask', 'batch', 'call', 'close', 'logs', 'rawResult', 'reply'],
  ...['constructor', 'then', 'catch', 'finally'],
]
/** Members that every JavaScript object inherits. */
export const inherited = ['__proto__', ...Object.getOwnPropertyNames(Object.prototype)]
const reservedMethods = new Set([...clientMembers, ...inherited])

/** Types that the generated files declare or import, and built-in types that they use. */
export const reservedTypes = new Set([
  ...[
    'Params',
    'Results',
    'MethodName',
    'MethodRow',
    'Family',
    'Position',
    'Rewrite',
    'ParamRow',
    'ComponentRow',
    'ValueKind',
    'SubscriptionKind',
    'SubscriptionRow',
    'NewestBlockMethod',
    'ProvenMethod',
    'ErrorName',
    'Schemas',
  ],
  ...[
    'Handlers',
    'CallOf',
    'AnyCall',
    'Document',
    'AnswerEncoding',
    'EncodingOf',
    'EvmClient',
    'SolanaClient',
    'EvmMethod',
    'SolanaMethod',
    'CallOptions',
    'ResultOf',
    'ErrorData',
    'GatewayError',
    'NodeError',
    'RetryOptions',
    'HttpPost',
    'HttpAnswer',
    'ClientOptions',
    'BatchCall',
    'BatchReply',
  ],
  ...['AnswerFacts', 'RpcError', 'TransportError', 'Request', 'Transport', 'HttpTransport', 'WebSocketTransport'],
  ...['WebSocketConstructor', 'Object', 'Array', 'Map', 'Set', 'Promise', 'Record', 'Readonly', 'Partial', 'Extract'],
  ...[
    'Exclude',
    'String',
    'Number',
    'Boolean',
    'BigInt',
    'Symbol',
    'Function',
    'Error',
    'Date',
    'JSON',
    'Infinity',
    'NaN',
  ],
])

/** Finds names that collide with other names in the generated code. */
export const lintNames = (contract: Contract): ContractMistake[] => {
  const methods = contract.methods.flatMap(({ name, params }, index) => {
    const path = pointer('methods', index)
    const own = reservedMethods.has(name)
      ? [{ path: `${path}/name`, message: `${name} is a member of every client: the method needs another name` }]
      : []
    const ofParams = params.flatMap((param, at) =>
      inherited.includes(param.name)
        ? [
            {
              path: `${path}/params/${at}/name`,
              message: `${param.name} is a member of every object: use another name`,
            },
          ]
        : [],
    )
    return [...own, ...ofParams]
  })
  const schemas = Object.keys(contract.components.schemas)
    .filter((name) => reservedTypes.has(name))
    .map((name) => ({
      path: pointer('components', 'schemas', name),
      message: `${name} is a type that the generated code has already: the component needs another name`,
    }))
  return [...methods, ...schemas]
}
