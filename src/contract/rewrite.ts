import type { Rewrite } from '../../generated/methods.js'
import type { Contract, Schema } from './contract.js'
import { partsOf } from './visit-schema.js'

/** The corrections that apply to a schema's values before they are forwarded. */
interface ReadRewrite {
  readonly members: ReadonlyMap<string, ReadRewrite>
  readonly isClosed: boolean
  readonly hasFreeSpelling: boolean
  readonly isQuantity: boolean
  readonly isFalseIfNull: boolean
}

const merged = (all: readonly ReadRewrite[]): ReadRewrite => {
  const names = new Set(all.flatMap(({ members }) => [...members.keys()]))
  const ofName = (name: string) => all.flatMap(({ members }) => members.get(name) ?? [])
  return {
    members: new Map([...names].map((name) => [name, merged(ofName(name))])),
    isClosed: all.some(({ isClosed }) => isClosed),
    hasFreeSpelling: all.some(({ hasFreeSpelling }) => hasFreeSpelling),
    isQuantity: all.some(({ isQuantity }) => isQuantity),
    isFalseIfNull: all.some(({ isFalseIfNull }) => isFalseIfNull),
  }
}

/** Alternatives are rewritten together: a value may match one of them only afterwards. */
const read = (contract: Contract, schema: Schema): ReadRewrite => {
  const { whole, alternatives, members } = partsOf(contract, schema)
  const corrections = whole['x-rewrite'] ?? []
  // A member that no schema describes has a name, too, whose spelling may be corrected.
  const names = Object.keys(whole.properties ?? {}).map((name) => [name, merged([])] as const)
  const itself = {
    members: new Map([...names, ...members.map(([name, member]) => [name, read(contract, member)] as const)]),
    // The schema's rule for unknown members applies: they are refused, or passed on.
    isClosed: whole.additionalProperties !== undefined,
    hasFreeSpelling: corrections.includes('spelling'),
    isQuantity: corrections.includes('leading-zeros'),
    isFalseIfNull: corrections.includes('null-is-false'),
  }
  return merged([itself, ...alternatives.map((inner) => read(contract, inner))])
}

/** Omits empty parts: most values have no members, and few are corrected. */
const bare = ({ members, isClosed, hasFreeSpelling, isQuantity, isFalseIfNull }: ReadRewrite): Rewrite => ({
  ...(members.size > 0 && { members: new Map([...members].map(([name, member]) => [name, bare(member)])) }),
  ...(isClosed && { isClosed }),
  ...(hasFreeSpelling && { hasFreeSpelling }),
  ...(isQuantity && { isQuantity }),
  ...(isFalseIfNull && { isFalseIfNull }),
})

/** The corrections of a parameter before it is forwarded, if any. */
export const rewriteOf = (contract: Contract, schema: Schema): Rewrite | undefined => {
  const rewrite = read(contract, schema)
  return rewrite.members.size > 0 || rewrite.isQuantity || rewrite.isFalseIfNull ? bare(rewrite) : undefined
}
