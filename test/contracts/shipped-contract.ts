import { readFileSync } from 'node:fs'
import type { WrittenContract } from '../../src/contracts/with-errors.js'

/** The built-in contract, fresh. */
export const builtIn = (): WrittenContract => JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract

/** The names of the shipped contracts. */
export const shippedNames = ['ethereum', 'solana'] as const

/** A shipped contract as it is written: without errors and extensions, which it has from the built-in one. */
export const shipped = (name: (typeof shippedNames)[number]): Pick<WrittenContract, 'methods' | 'components'> =>
  JSON.parse(readFileSync(`src/contracts/${name}.openrpc.json`, 'utf8')) as WrittenContract

/** One document of the built-in contract and another: what a network serves to which an operator brought it. */
export const joined = (other: Pick<WrittenContract, 'methods' | 'components'>): WrittenContract => {
  const own = builtIn()
  return {
    ...own,
    methods: [...own.methods, ...other.methods],
    components: { ...own.components, schemas: { ...own.components.schemas, ...other.components.schemas } },
  }
}
