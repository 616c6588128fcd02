import { banner, type Contract, commentText } from '../../../contract/contract.js'
import { type TypeTextOptions, typeText } from './type-text.js'

const options: TypeTextOptions = { byEncoding: new Set(), isGiven: false }

/** A module with the data of every error by its name, and whether a failed call may be repeated. */
export const errorModule = ({ 'x-errors': rows }: Contract): string => {
  const data = Object.entries(rows).map(
    ([name, row]) =>
      `  /** ${commentText(row.description)} */\n  '${name}': ${typeText(row.data ?? {}, options).replaceAll('\n', '\n  ')}`,
  )
  const retries = Object.entries(rows).map(([name, { retry }]) => `  '${name}': '${retry}',`)
  return `${banner}
/** The data of each error of the gateway, by its name in the contract. */
export interface ErrorData {
${data.join('\n')}
}

/** An error of the gateway. */
export type ErrorName = keyof ErrorData

/** When a repeated call may get another answer: never, after the time in the data, or soon. */
export const retries: { readonly [Name in ErrorName]: 'never' | 'after' | 'soon' } = {
${retries.join('\n')}
}
`
}
