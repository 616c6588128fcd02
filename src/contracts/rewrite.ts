import { type Contract, literal, resolved, type Schema } from './contract.js'

/** What is corrected in the values of a schema before they are forwarded. */
interface Rewrite {
  readonly members: ReadonlyMap<string, Rewrite>
  readonly isClosed: boolean
  readonly hasFreeSpelling: boolean
  readonly isQuantity: boolean
}

const merged = (all: readonly Rewrite[]): Rewrite => {
  const names = new Set(all.flatMap(({ members }) => [...members.keys()]))
  const ofName = (name: string) => all.flatMap(({ members }) => members.get(name) ?? [])
  return {
    members: new Map([...names].map((name) => [name, merged(ofName(name))])),
    isClosed: all.some(({ isClosed }) => isClosed),
    hasFreeSpelling: all.some(({ hasFreeSpelling }) => hasFreeSpelling),
    isQuantity: all.some(({ isQuantity }) => isQuantity),
  }
}

/** A choice is rewritten as all of its alternatives together: a value is one of them only after it was. */
const read = (contract: Contract, schema: Schema): Rewrite => {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], ...own } = resolved(contract, schema)
  const members = Object.entries(properties).map(
    ([name, member]) => [name, typeof member === 'boolean' ? merged([]) : read(contract, member)] as const,
  )
  const corrections = own['x-rewrite'] ?? []
  const itself = {
    members: new Map(members),
    // What the schema says of unknown members holds: they are refused, or passed on.
    isClosed: own.additionalProperties !== undefined,
    hasFreeSpelling: corrections.includes('spelling'),
    isQuantity: corrections.includes('leading-zeros'),
  }
  return merged([itself, ...[...allOf, ...anyOf, ...oneOf].map((inner) => read(contract, inner))])
}

const source = ({ members, isClosed, hasFreeSpelling, isQuantity }: Rewrite): string => {
  const entries = [...members].map(([name, member]) => `[${literal(name)}, ${source(member)}]`)
  const parts = [
    ...(members.size > 0 ? [`members: new Map<string, Rewrite>([${entries.join(', ')}])`] : []),
    ...Object.entries({ isClosed, hasFreeSpelling, isQuantity }).flatMap(([name, is]) => (is ? [`${name}: true`] : [])),
  ]
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** The rewriting of a parameter as TypeScript source; undefined when nothing of it is ever rewritten. */
export const rewriteOf = (contract: Contract, schema: Schema): string | undefined => {
  const rewrite = read(contract, schema)
  return rewrite.members.size > 0 || rewrite.isQuantity ? source(rewrite) : undefined
}
