import { banner, type Contract, type ContractMethod, commentText, literal } from '../../../src/contract/contract.js'

/** The names of methods as a type. */
const namesOf = (methods: readonly ContractMethod[]): string =>
  methods.map(({ name }) => literal(name)).join(' | ') || 'never'

/**
 * The typed skeleton of the server: the handlers it must have, and calls whose params have the
 * types of their method.
 */
export const emitServer = (contract: Contract): string => {
  const handlers = contract.methods.filter((method) => method['x-handler'] === true)
  const members = handlers.map(
    ({ name, summary = '' }) =>
      `  /** ${commentText(summary)}. */\n  readonly ${name}: Handler<Call, Reply, '${name}'>`,
  )
  return `${banner}
import type { MethodName, Params } from './methods.js'

/** A call of one method: \`Call\`, whose params are of the method's types. */
export type CallOf<Call, M extends MethodName> = Call & { readonly params: Readonly<Params[M]> }

/** Answers calls of one method, or hands them on. */
type Handler<Call, Reply, M extends MethodName> = (
  next: (call: CallOf<Call, M>) => Reply,
) => (call: CallOf<Call, M>) => Reply

/** The methods that answer with the number of the newest block (\`x-answers\`). */
export type NewestBlockMethod = ${namesOf(contract.methods.filter((method) => method['x-answers'] === 'newest-block'))}

/** The methods whose answers are proven by EIP-1186 (\`x-proof\`). */
export type ProvenMethod = ${namesOf(contract.methods.filter((method) => method['x-proof'] === 'eip-1186'))}

/** The methods with a handler: a missing or superfluous handler does not compile. */
export interface Handlers<Call, Reply> {
${members.join('\n')}
}
`
}
