import { leftOut } from '../../../../generated/methods.js'
import { type Contract, type ContractMethod, resolved, type Schema } from '../../contract.js'
import { methodRule } from '../rule.js'
import { schemasAt } from '../values.js'

/** A member that selects the state to read, by its pointer in the params, and its default. */
interface StateMember {
  readonly kind: 'block' | 'commitment'
  readonly pointer: string
  readonly default: unknown
}

const MEMBERS = { 'block-range': ['fromBlock', 'toBlock'], commitment: ['commitment'] } as const

const defaultOf = (contract: Contract, schemas: readonly Schema[]): unknown =>
  schemas.map((schema) => schema.default ?? resolved(contract, schema).default).find((value) => value !== undefined)

/**
 * The members of a method's params that select the state to read, as far as `x-position` leads to
 * them.
 */
const stateMembers = (contract: Contract, { 'x-position': position, params }: ContractMethod): StateMember[] => {
  const { kind, param } = position
  const schema = params[param ?? -1]?.schema
  if (schema === undefined || (kind !== 'block-range' && kind !== 'commitment')) return []
  return MEMBERS[kind].map((name) => ({
    kind: kind === 'commitment' ? 'commitment' : 'block',
    pointer: `/${param}/${name}`,
    default: defaultOf(contract, schemasAt(contract, schema, [name])),
  }))
}

/**
 * The defaults of the members that select the state to read; the lint has checked that all methods
 * agree.
 */
export const leftOutOf = (contract: Contract): Readonly<Record<StateMember['kind'], unknown>> => {
  const members = contract.methods.flatMap((method) => stateMembers(contract, method))
  const of = (kind: StateMember['kind']) => members.find((member) => member.kind === kind)?.default
  return { block: of('block'), commitment: of('commitment') }
}

/** Checks the defaults of the members that select the state to read. */
export const lintLeftOut = methodRule((method, report, contract) => {
  for (const member of stateMembers(contract, method)) {
    const meant = leftOut[member.kind]
    if (member.default === undefined || member.default === meant) continue
    const found = JSON.stringify(member.default)
    report(
      '/x-position',
      `${member.pointer} has the default ${found}, but the gateway takes a call without it for ${meant}`,
    )
  }
})
