import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ComponentRow } from '../../../generated/methods.js'
import type { MethodValidators } from '../method-contract.js'

/** The judges of all methods of the documents that come with Tollgate, and what is said of values that break their components. */
export interface ShippedJudges {
  readonly judges: Readonly<Record<string, MethodValidators>>
  readonly components: Readonly<Record<string, ComponentRow>>
}

/** The file that the build writes beside the documents. */
const FILE = '../shipped-judges.cjs'
const require = createRequire(import.meta.url)
let loaded: ShippedJudges | undefined
let isLooked = false

/** Whether the build made them; to know it, they need not be loaded. */
export const hasShippedJudges = (): boolean => existsSync(new URL(FILE, import.meta.url))

/** Made when the gateway was built, because making them takes a second; undefined where it runs from its sources. */
export const shippedJudges = (): ShippedJudges | undefined => {
  if (!isLooked) loaded = load()
  isLooked = true
  return loaded
}

const load = (): ShippedJudges | undefined => {
  try {
    return require(FILE) as ShippedJudges
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
