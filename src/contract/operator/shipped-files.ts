import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseExact } from '../../runtime/exact-json.js'
import type { MethodEffect } from '../contract.js'
import type { WrittenContract } from '../with-errors.js'

/** The names of the contracts that ship with Tollgate. */
export const shippedNames = ['ethereum', 'solana', 'ethereum-debug', 'anvil'] as const

/** The path of a contract that ships with Tollgate; undefined for another name. */
export const shippedFile = (name: string): string | undefined =>
  (shippedNames as readonly string[]).includes(name)
    ? fileURLToPath(new URL(`../shipped/${name}.openrpc.json`, import.meta.url))
    : undefined

/** The contracts that ship with Tollgate, as written. */
export const shippedContracts = (): Pick<WrittenContract, 'methods' | 'components'>[] =>
  shippedNames.map((name) => parseExact(readFileSync(shippedFile(name)!, 'utf8')) as WrittenContract)

type ShippedPlace = { readonly name: string; readonly family: string }
let places: ReadonlyMap<string, ShippedPlace> | undefined

/** Returns the shipped contract that has a method, and the method's family. */
export const shippedContractOf = (method: string): ShippedPlace | undefined => {
  if (places === undefined) {
    const contracts = shippedContracts()
    places = new Map(
      shippedNames.flatMap((name, index) =>
        contracts[index]!.methods.map((one) => [one.name, { name, family: one['x-family'] }] as const),
      ),
    )
  }
  return places.get(method)
}

/** The effect (`x-effect`) of each method of the contracts that ship with Tollgate. */
export const shippedEffects = (): ReadonlyMap<string, MethodEffect> =>
  new Map(
    shippedContracts().flatMap(({ methods }) => methods.map((one) => [one.name, one['x-effect'] ?? 'read'] as const)),
  )
