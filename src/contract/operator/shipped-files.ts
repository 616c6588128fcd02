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

type ShippedPlace = { readonly name: string; readonly family: string; readonly effect: MethodEffect }
let places: ReadonlyMap<string, ShippedPlace> | undefined

/** Returns the shipped contract that has a method, and the method's family and effect. */
export const shippedContractOf = (method: string): ShippedPlace | undefined => {
  if (places === undefined) {
    const contracts = shippedContracts()
    places = new Map(
      shippedNames.flatMap((name, index) =>
        contracts[index]!.methods.map((one) => {
          const { 'x-family': family, 'x-effect': effect = 'read' } = one
          return [one.name, { name, family, effect }] as const
        }),
      ),
    )
  }
  return places.get(method)
}
