import { createRequire } from 'node:module'
import type { ComponentRow } from '../../../generated/methods.js'
import type { MethodValidators } from '../method-contract.js'

/**
 * The judges of all methods of the documents that come with Tollgate, and what is said of values
 * that break their components.
 */
export interface ShippedJudges {
  readonly judges: Readonly<Record<string, MethodValidators>>
  readonly components: Readonly<Record<string, ComponentRow>>
}

const require = createRequire(import.meta.url)

/**
 * Made by the build, because compiling them takes a second; loaded only where a configuration names
 * one of the documents.
 *
 * Errors  what to do, where nothing was built
 */
export const shippedJudges = (): ShippedJudges => require(builtFile()) as ShippedJudges

/** Where package.json says: the same file for dist and for tests, which run src. */
const builtFile = (): string => {
  try {
    return require.resolve('#shipped-judges')
  } catch (cause) {
    throw new Error('The validators of the shipped contracts are not built: run `npm run build`.', { cause })
  }
}
