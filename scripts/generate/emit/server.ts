import { banner, type Contract, commentText } from '../../../src/contracts/contract.js'

/** The typed skeleton of the server: the handlers it must have, and calls whose params have the types of their method. */
export const emitServer = (contract: Contract): string => {
  const handlers = contract.methods.filter((method) => method['x-handler'] === true)
  const members = handlers.map(
    ({ name, summary = '' }) => `  /** ${commentText(summary)}. */\n  readonly ${name}: Handler`,
  )
  return `${banner}
import type { MethodName, Params } from './methods.js'

/** Exactly the methods that have a rule of their own: a missing or superfluous handler does not compile. */
export interface Handlers<Handler> {
${members.join('\n')}
}

/** A call of one method, with params of its types. */
export type CallOf<M extends MethodName> = { method: M; params: Params[M] }

/** A call of any method; comparing \`method\` narrows \`params\`. */
export type AnyCall = { [M in MethodName]: CallOf<M> }[MethodName]
`
}
