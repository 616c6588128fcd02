import { banner, type Contract, literal } from '../../../src/contract/contract.js'
import { union } from './error-types.js'

/** The headers of answers over HTTP that browsers may read: every one that the contract names. */
export const emitHeaders = ({ 'x-headers': headers }: Contract): string => `${banner}
/** A header of the contract (\`x-headers\`). */
export type HeaderName =${union(Object.keys(headers))}

/** The meaning of each header. */
export const headerMeanings: Readonly<Record<HeaderName, string>> = {
${Object.entries(headers)
  .map(([name, { description }]) => `  ${literal(name)}: ${literal(description)},`)
  .join('\n')}
}

/** All of them. */
export const headerNames: readonly HeaderName[] = ${literal(Object.keys(headers))}
`
