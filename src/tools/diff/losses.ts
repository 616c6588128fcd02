import type { Contract } from '../../contract/contract.js'
import { SchemaValidators } from '../../contract/schema-validators.js'
import { parseExact, withPlainNumbers } from '../../runtime/exact-json.js'
import { branchesOf, type Placed, type TypedValues } from './branches.js'
import { type Bound, moved } from './numbers.js'
import { sampleOfBranch } from './samples.js'
import { hasText, shortestText, textsLost } from './texts.js'

/**
 * The ways in which one schema allows less than another. `member`: it names a member that the other
 * one leaves open.
 */
export type LossKind = 'type' | 'enum' | 'pattern' | 'range' | 'required' | 'closed' | 'member' | 'condition'

/** Values that one schema allows and another does not. */
export interface Loss {
  readonly kind: LossKind
  /** The path to them within the value: names of members, `*` for items, numbers in tuples. */
  readonly steps: readonly string[]
  /** The place in the document that allows more, and in the one that allows less. */
  readonly from: string
  readonly to: string
  readonly more?: unknown
  readonly less?: unknown
  /** Lost values at that place; `undefined` stands for an omitted member. */
  readonly samples: readonly unknown[]
  /** For `closed`: the other schema names the member. */
  readonly isNamed?: true
  readonly isUndecided?: true
}

const below = (step: string, losses: readonly Loss[]): readonly Loss[] =>
  losses.map((loss) => ({ ...loss, steps: [step, ...loss.steps] }))

const LOWER = /^(exclusiveM|m)in/

/**
 * Finds values that a schema of one contract allows and a schema of another does not; caches
 * comparisons.
 */
export class Comparison {
  private readonly known = new Map<string, readonly Loss[]>()
  private readonly validators: SchemaValidators

  constructor(
    private readonly wide: Contract,
    private readonly narrow: Contract,
  ) {
    this.validators = new SchemaValidators(narrow)
  }

  /** The values that `more` (in the first contract) allows and `less` (in the second) does not. */
  lost(more: readonly Placed[], less: readonly Placed[]): readonly Loss[] {
    const key = [more, less].map((placed) => placed.map(({ at }) => at).join()).join(' ')
    const known = this.known.get(key)
    if (known !== undefined) return known
    // A recursive schema loses only what the comparison around it finds.
    this.known.set(key, [])
    const others = branchesOf(this.narrow, less)
    const found = branchesOf(this.wide, more).flatMap((branch) => this.lostOfBranch(branch, others, less))
    this.known.set(key, found)
    return found
  }

  private lostOfBranch(branch: TypedValues, all: readonly TypedValues[], less: readonly Placed[]): readonly Loss[] {
    const others = all.filter(({ type }) => type === branch.type || (branch.type === 'integer' && type === 'number'))
    const to = less[0]?.at ?? ''
    const place = { steps: [], from: branch.at, to }
    if (others.length === 0) {
      const sample = sampleOfBranch(this.wide, branch)
      const types = [...new Set(all.map(({ type }) => type))].join(' or ')
      const samples = branch.type === 'number' ? [sample, 0.5] : [sample]
      return [{ ...place, kind: 'type', more: branch.type, less: types, samples }]
    }
    if (branch.listed !== undefined) {
      const isPossible = (value: string) => others.some((other) => hasValue(other, value))
      const gone = branch.listed.filter((value) => !isPossible(value) || !this.allows(less, parseExact(value)))
      const values = gone.map(parseExact)
      return gone.length === 0 ? [] : [{ ...place, kind: 'enum', more: values, samples: values }]
    }
    // The branch became the alternative that loses least.
    const each = others.map((other) => this.lostToBranch(branch, other))
    return each.reduce((least, next) => (next.length < least.length ? next : least))
  }

  /** True if all of the narrow schemas allow a value. Ignores the last digits of long numbers. */
  private allows(less: readonly Placed[], value: unknown): boolean {
    const isAllowed = ({ schema, at }: Placed) =>
      typeof schema === 'boolean' ? schema : this.validators.of(at, schema)(withPlainNumbers(value))
    return less.every(isAllowed)
  }

  private lostToBranch(a: TypedValues, b: TypedValues): readonly Loss[] {
    return [
      ...(a.type === 'string' ? textLosses(a, b) : []),
      ...(b.listed === undefined
        ? []
        : [{ ...placeOf(a, b), kind: 'enum' as const, less: b.listed, samples: [sampleOfBranch(this.wide, a)] }]),
      ...boundLosses(a, b),
      ...conditionLosses(a, b, () => sampleOfBranch(this.wide, a)),
      ...(a.type === 'object' ? this.memberLosses(a, b) : []),
      ...(a.type === 'array' ? this.itemLosses(a, b) : []),
    ]
  }

  private memberLosses(a: TypedValues, b: TypedValues): readonly Loss[] {
    const place = placeOf(a, b)
    const required = [...b.required]
      .filter((name) => !a.required.has(name))
      .map((name): Loss => ({ ...place, kind: 'required', steps: [name], less: 'required', samples: [undefined] }))
    const named = [...a.properties].flatMap(([name, member]) =>
      this.canBe(this.wide, member) ? below(name, this.lostMember(member, b, name)) : [],
    )
    const added = [...b.properties].filter(([name, member]) => !a.properties.has(name) && member.length > 0)
    const isOpen = a.rest.length === 0
    const unnamed = (this.canBe(this.wide, a.rest) ? added : []).flatMap(([name, member]): readonly Loss[] => {
      const isPossible = this.canBe(this.narrow, member)
      if (isPossible && !isOpen) return below(name, this.lost(a.rest, member))
      const kind = isPossible ? 'member' : 'closed'
      return [{ ...place, kind, steps: [name], to: member[0]!.at, less: b.type, samples: [null, 1, 'text'] }]
    })
    return [...required, ...named, ...unnamed, ...this.otherMemberLosses(a, b)]
  }

  private otherMemberLosses(a: TypedValues, b: TypedValues): readonly Loss[] {
    if (b.rest.length === 0 || !this.canBe(this.wide, a.rest)) return []
    if (this.canBe(this.narrow, b.rest)) return below('*', this.lost(a.rest, b.rest))
    const sides = { more: 'other members', less: 'no other members' }
    return [{ ...placeOf(a, b), kind: 'closed', steps: ['anyOtherMember'], ...sides, samples: [1, 'text', null] }]
  }

  private lostMember(member: readonly Placed[], b: TypedValues, name: string): readonly Loss[] {
    const target = b.properties.get(name)
    if (target !== undefined && this.canBe(this.narrow, target)) return this.lost(member, target)
    if (target === undefined && this.canBe(this.narrow, b.rest))
      return b.rest.length === 0 ? [] : this.lost(member, b.rest)
    const samples = branchesOf(this.wide, member).map((branch) => sampleOfBranch(this.wide, branch))
    const place = { steps: [], from: member[0]!.at, to: target?.[0]?.at ?? b.at }
    return [{ ...place, kind: 'closed', more: 'a member', less: 'no member', samples, isNamed: true }]
  }

  private itemLosses(a: TypedValues, b: TypedValues): readonly Loss[] {
    const length = Math.max(a.tuple.length, b.tuple.length)
    const each = Array.from({ length }, (_, index) =>
      below(String(index), this.lost(a.tuple[index] ?? a.rest, b.tuple[index] ?? b.rest)),
    )
    const rest = this.canBe(this.wide, a.rest) ? below('*', this.lost(a.rest, b.rest)) : []
    return [...each.flat(), ...rest]
  }

  /** True if any value satisfies these schemas. */
  private canBe(contract: Contract, placed: readonly Placed[]): boolean {
    return placed.every(({ schema }) => schema !== false) && branchesOf(contract, placed).length > 0
  }
}

const placeOf = (a: TypedValues, b: TypedValues) => ({ steps: [] as readonly string[], from: a.at, to: b.at })

/** False if the bounds or the list of a branch, compared with all digits, exclude a value. */
const hasValue = (branch: TypedValues, value: string): boolean => {
  if (branch.listed !== undefined) return branch.listed.includes(value)
  const number = parseExact(value)
  if (typeof number !== 'number' && typeof number !== 'bigint') return true
  return Object.entries(branch.bounds).every(([key, bound]) =>
    LOWER.test(key)
      ? key === 'minimum'
        ? number >= bound
        : number > bound
      : key === 'maximum'
        ? number <= bound
        : number < bound,
  )
}

const patternsIn = (branch: TypedValues): string =>
  branch.texts
    .map(
      ({ patterns, listed }) =>
        listed?.map((text) => JSON.stringify(text)).join(' | ') ?? (patterns.join(' and ') || 'any text'),
    )
    .join(' | ')

const textLosses = (a: TypedValues, b: TypedValues): readonly Loss[] => {
  const gone = a.texts.flatMap(({ listed = [] }) => listed.filter((text) => !hasText(b.texts, text)))
  const listed: readonly Loss[] =
    gone.length === 0 ? [] : [{ ...placeOf(a, b), kind: 'enum', more: gone, samples: gone }]
  const open = a.texts.filter((set) => set.listed === undefined)
  const patterns = open.flatMap((set): readonly Loss[] => {
    const loss = textsLost(set, b.texts)
    if (loss === undefined) return []
    const sample = loss.text ?? shortestText(set)
    const texts = { more: patternsIn(a), less: patternsIn(b), samples: sample === undefined ? [] : [sample] }
    return [{ ...placeOf(a, b), kind: 'pattern', ...texts, ...(loss.text === undefined && { isUndecided: true }) }]
  })
  return [...listed, ...patterns.slice(0, 1)]
}

const beyond = (type: TypedValues['type'], key: string, bound: Bound): readonly unknown[] => {
  const isExclusive = key.startsWith('exclusive')
  const next = moved(bound, LOWER.test(key) ? -1 : 1)
  if (type === 'integer' || type === 'number') return [isExclusive ? bound : next]
  const length = Number(next)
  return type === 'array' && length >= 0 && length < 10_000 ? [new Array(length).fill(null)] : []
}

const boundLosses = (a: TypedValues, b: TypedValues): readonly Loss[] =>
  Object.entries(b.bounds).flatMap(([key, bound]): readonly Loss[] => {
    const own = a.bounds[key]
    const implied = key === 'minItems' || key === 'minProperties' ? 0 : undefined
    const before = own ?? implied
    if (before !== undefined && (LOWER.test(key) ? bound <= before : bound >= before)) return []
    const sides = { more: `${key} ${own ?? 'none'}`, less: `${key} ${bound}` }
    const samples = [...beyond(a.type, key, bound), ...(own === undefined ? [] : [own])]
    return [{ ...placeOf(a, b), kind: 'range', ...sides, samples }]
  })

const conditionLosses = (a: TypedValues, b: TypedValues, sample: () => unknown): readonly Loss[] =>
  [...b.conditions]
    .filter((one) => !a.conditions.has(one))
    .map((one) => ({ ...placeOf(a, b), kind: 'condition', less: parseExact(one), samples: [sample()] }))

/** The place of a loss in words: `params[0].topics[*]`. */
export const placeText = (start: string, steps: readonly string[]): string =>
  start + steps.map((step) => (/^(\d+|\*)$/.test(step) ? `[${step}]` : `.${step}`)).join('')
