import { createRequire } from 'node:module'
import type { ComponentRow } from '../../../generated/methods.js'
import { builtFile } from '../../runtime/built-file.js'
import type { MethodValidators } from '../method-contract.js'

/**
 * The validators of all methods of the documents that ship with Tollgate, and the error wording of
 * their components.
 */
export interface ShippedJudges {
  readonly judges: Readonly<Record<string, MethodValidators>>
  readonly components: Readonly<Record<string, ComponentRow>>
}

const require = createRequire(import.meta.url)

/**
 * Made by the build, because compiling them takes a second; loaded only where a configuration names
 * one of the documents.
 */
export const shippedJudges = (): ShippedJudges => require(builtFile('shipped-judges.cjs')) as ShippedJudges
