import { banner, type Contract, literal } from '../../../src/contracts/contract.js'

/** The error table: every error the gateway makes, by its name. */
export const emitErrors = (contract: Contract): string => {
  const rows = Object.entries(contract.components.errors).map(([name, { code, message }]) => {
    const { httpStatus, isCharged = false, reason } = contract['x-errors'][name] as Contract['x-errors'][string]
    const because = reason === undefined ? '' : `, reason: ${literal(reason)}`
    const row = `code: ${code}, message: ${literal(message)}, httpStatus: ${httpStatus}, isCharged: ${isCharged}${because}`
    return `  ${literal(name)}: { ${row} },`
  })
  const names = Object.keys(contract.components.errors).map((name) => `\n  | ${literal(name)}`)
  return `${banner}
/** An error of the contract. */
export type ErrorName =${names.join('')}

/**
 * How an error is given: \`httpStatus\` is that of a single call (members of a batch and WebSocket messages have none),
 * {words in braces} of the message are filled in, and \`reason\` goes into the data of the error.
 */
export interface ErrorRow {
  code: number
  message: string
  httpStatus: number
  isCharged: boolean
  reason?: string
}

/** One row for each error, by its name. */
export const errors: { readonly [E in ErrorName]: ErrorRow } = {
${rows.join('\n')}
}
`
}
