import type { ContractMethod, Schema } from '../../contract/contract.js'
import { readContract } from '../../contract/read.js'
import { componentsUsedBy } from '../../contract/visit-schema.js'
import type { WrittenContract } from '../../contract/with-errors.js'
import { exactJson } from '../../runtime/exact-json.js'
import type { ImportNotes } from './note.js'

/** A contract as written to a file: errors and extensions are the built-in contract's. */
export interface ImportedContract {
  readonly openrpc: string
  readonly info: Readonly<Record<string, unknown>>
  readonly methods: readonly ContractMethod[]
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const ROUNDS = 4

const pruned = (contract: ImportedContract): ImportedContract => {
  const { schemas } = contract.components
  const used = componentsUsedBy(contract.methods, schemas)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...contract, components: { schemas: Object.fromEntries(kept) } }
}

/**
 * The contract without the methods that fail the lint, each listed with its mistake. Undefined if
 * nothing is left, or the mistake is not in a method.
 */
export const judged = (
  imported: ImportedContract,
  base: WrittenContract,
  notes: ImportNotes,
): ImportedContract | undefined => {
  let contract = pruned(imported)
  for (let round = 0; round < ROUNDS && contract.methods.length > 0; round++) {
    const reading = readContract(exactJson(contract), 'imported', base)
    if ('contract' in reading) return contract
    const refused = new Map<string, string>()
    for (const { path, message } of reading.mistakes) {
      const [, part, first = '', second = ''] = path.split('/')
      const method = part === 'methods' ? contract.methods[Number(first)] : undefined
      if (method !== undefined) refused.set(method.name, `${path.split('/').slice(3).join('/')}: ${message}`)
      else if (first === 'schemas')
        for (const one of contract.methods)
          if (componentsUsedBy(one, contract.components.schemas).has(second))
            refused.set(one.name, `${second}: ${message}`)
      if (part !== 'methods' && first !== 'schemas') notes.add({ kind: 'left-out', path, message })
    }
    if (refused.size === 0) return undefined
    for (const [method, message] of refused) notes.add({ kind: 'left-out', method, path: '', message })
    contract = pruned({ ...contract, methods: contract.methods.filter(({ name }) => !refused.has(name)) })
  }
  return undefined
}
