import type { Rewrite } from '../../generated/methods.js'
import type { Contract, Schema } from './contract.js'
import { partsOf } from './visit-schema.js'

/** In the order of the generated rows. */
const CORRECTIONS = ['isClosed', 'hasFreeSpelling', 'isQuantity', 'isFalseIfNull'] as const

const merged = (all: readonly Rewrite[]): Rewrite => {
  const names = new Set(all.flatMap(({ members }) => [...(members?.keys() ?? [])]))
  const ofName = (name: string) => all.flatMap(({ members }) => members?.get(name) ?? [])
  const members = new Map([...names].map((name) => [name, merged(ofName(name))]))
  const corrections = CORRECTIONS.filter((correction) => all.some((one) => one[correction]))
  const leftOut = all.flatMap((one) => one.leftOut ?? [])
  return {
    ...(members.size > 0 && { members }),
    ...Object.fromEntries(corrections.map((one) => [one, true])),
    ...(leftOut.length > 0 && { leftOut }),
  }
}

/** Alternatives are rewritten together: a value may match one of them only afterwards. */
const read = (contract: Contract, schema: Schema): Rewrite => {
  const { whole, alternatives, members } = partsOf(contract, schema)
  const corrections = whole['x-rewrite'] ?? []
  // A member that no schema describes has a name, too, whose spelling may be corrected.
  const names = Object.keys(whole.properties ?? {}).map((name) => [name, {}] as const)
  const itself: Rewrite = {
    members: new Map([...names, ...members.map(([name, member]) => [name, read(contract, member)] as const)]),
    // The schema's rule for unknown members applies: they are refused, or passed on.
    ...(whole.additionalProperties !== undefined && { isClosed: true }),
    ...(corrections.includes('spelling') && { hasFreeSpelling: true }),
    ...(corrections.includes('leading-zeros') && { isQuantity: true }),
    ...(corrections.includes('null-is-false') && { isFalseIfNull: true }),
    ...(whole['x-left-out'] && { leftOut: whole['x-left-out'] }),
  }
  return merged([itself, ...alternatives.map((inner) => read(contract, inner))])
}

/** The corrections of a parameter before it is forwarded, if any. */
export const rewriteOf = (contract: Contract, schema: Schema): Rewrite | undefined => {
  const rewrite = read(contract, schema)
  return rewrite.members || rewrite.isQuantity || rewrite.isFalseIfNull ? rewrite : undefined
}
