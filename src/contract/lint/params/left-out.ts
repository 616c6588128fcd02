import { leftOut } from '../../../../generated/methods.js'
import { type Contract, type ContractMethod, resolved, type Schema } from '../../contract.js'
import { type ContractMistake, pointer } from '../mistake.js'
import { schemasAt } from '../values.js'

/**
 * A member that says which state is read, by the pointer to it in the params, and what a call
 * without it means.
 */
interface StateMember {
  readonly kind: 'block' | 'commitment'
  readonly pointer: string
  readonly default: unknown
}

const MEMBERS = { 'block-range': ['fromBlock', 'toBlock'], commitment: ['commitment'] } as const

const defaultOf = (contract: Contract, schemas: readonly Schema[]): unknown =>
  schemas.map((schema) => schema.default ?? resolved(contract, schema).default).find((value) => value !== undefined)

/**
 * The members of a method's params that say which state is read, as far as `x-position` leads to
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
 * What a call means that leaves out which state it reads; the lint has checked that the defaults of
 * all methods are alike.
 */
export const leftOutOf = (contract: Contract): Readonly<Record<StateMember['kind'], unknown>> => {
  const members = contract.methods.flatMap((method) => stateMembers(contract, method))
  const of = (kind: StateMember['kind']) => members.find((member) => member.kind === kind)?.default
  return { block: of('block'), commitment: of('commitment') }
}

/**
 * Defaults of the members that say which state is read: what the gateway takes a call for that
 * leaves them out.
 */
export const lintLeftOut = (contract: Contract): ContractMistake[] =>
  contract.methods.flatMap((method, index) =>
    stateMembers(contract, method).flatMap((member) => {
      const meant = leftOut[member.kind]
      if (member.default === undefined || member.default === meant) return []
      const found = JSON.stringify(member.default)
      return [
        {
          path: pointer('methods', index, 'x-position'),
          message: `${member.pointer} has the default ${found}, but the gateway takes a call without it for ${meant}`,
        },
      ]
    }),
  )
