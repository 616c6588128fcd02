import { banner, type Contract, literal } from '../../../src/contract/contract.js'
import { emitErrorData, emitGiven, union } from './error-types.js'

const errorRow = (contract: Contract, name: string): string => {
  const { code, message } = contract.components.errors[name]!
  const { httpStatus, isCharged = false, retry, answers, reason } = contract['x-errors'][name]!
  const because = reason === undefined ? '' : `, reason: ${literal(reason)}`
  const facts = `httpStatus: ${httpStatus}, isCharged: ${isCharged}, retry: ${literal(retry)}, answers: ${literal(answers)}`
  return `  ${literal(name)}: { code: ${code}, message: ${literal(message)}, ${facts}${because} },`
}

/** The error table: every error the gateway makes, by its name, with the type of its data. */
export const emitErrors = async (contract: Contract): Promise<string> => {
  const names = Object.keys(contract.components.errors)
  const timeouts = names.filter((name) => contract['x-errors'][name]?.methods?.isTimeout)
  return `${banner}
/** An error of the contract. */
export type ErrorName =${union(names)}

/** An error that can be a method's \`timeoutError\`. */
export type TimeoutErrorName =${union(timeouts)}

${await emitErrorData(contract)}
${emitGiven(contract)}
/**
 * The form of an error. \`httpStatus\` is the status of a single call; batch members and WebSocket
 * messages have no status. The gateway fills in {words in braces} of the message, and puts
 * \`reason\` into the data. \`retry\` says when the same request may get another answer: \`after\`
 * the time that the data name, or \`soon\`.
 */
export interface ErrorRow {
  code: number
  message: string
  httpStatus: number
  isCharged: boolean
  retry: 'never' | 'after' | 'soon'
  /** The messages that the error can answer. */
  answers: readonly ('http-request' | 'handshake' | 'body' | 'call')[]
  reason?: string
}

/** One row for each error, by its name. */
export const errors: { readonly [E in ErrorName]: ErrorRow } = {
${names.map((name) => errorRow(contract, name)).join('\n')}
}
`
}
