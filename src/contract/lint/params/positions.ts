import type { Contract, ContractMethod, Position, Schema } from '../../contract.js'
import { type ContractMistake, pointer } from '../mistake.js'
import { accepts, canHaveMember, isOf, letsPass, schemasAt } from '../values.js'

type PositionKind = Exclude<Position['kind'], 'none'>
type ValueTest = typeof letsPass

const memberIs = (contract: Contract, schema: Schema, member: string, kind: 'block' | 'commitment', judge: ValueTest) =>
  schemasAt(contract, schema, [member]).some((inner) => judge(contract, inner, kind))

/** The texts that a parameter must accept to be a position of a kind. */
const fits: Readonly<Record<PositionKind, (contract: Contract, schema: Schema, judge: ValueTest) => boolean>> = {
  block: (contract, schema, judge) => judge(contract, schema, 'block'),
  'block-range': (contract, schema, judge) =>
    memberIs(contract, schema, 'fromBlock', 'block', judge) && memberIs(contract, schema, 'toBlock', 'block', judge),
  commitment: (contract, schema, judge) => memberIs(contract, schema, 'commitment', 'commitment', judge),
}

const needs: Readonly<Record<PositionKind, string>> = {
  block: 'a block ("latest", "0x1")',
  'block-range': 'an object with fromBlock and toBlock',
  commitment: 'an object with commitment ("finalized", "confirmed")',
}

const kinds = Object.keys(fits) as PositionKind[]

/** The positions among a method's params, by their types. */
const positionsIn = (contract: Contract, method: ContractMethod): { kind: PositionKind; param: number }[] =>
  method.params.flatMap(({ schema }, param) =>
    kinds.filter((kind) => fits[kind](contract, schema, isOf)).map((kind) => ({ kind, param })),
  )

const blockHash = `0x${'ab'.repeat(32)}`

/** A write or a stateful method does not read at a block, whatever its params can name. */
const effectOf = (method: ContractMethod): unknown =>
  (method as { readonly 'x-effect'?: unknown })['x-effect'] ?? 'read'

const lintPosition = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { kind, param } = method['x-position']
  const found = positionsIn(contract, method)
  const right = found.map((one) => JSON.stringify(one)).join(' or ')
  if (kind === 'none' && effectOf(method) !== 'read') return []
  if (kind === 'none')
    return found.slice(0, 1).map((one) => ({
      path: `${path}/x-position`,
      message: `${method.params[one.param]?.name} is ${needs[one.kind]}, so the position is ${right} and not none`,
    }))
  const content = method.params[param ?? -1]
  if (content === undefined || fits[kind](contract, content.schema, letsPass)) return []
  const isHash = kind === 'block' && /block/i.test(content.name) && accepts(contract, content.schema, blockHash)
  if (isHash) return []
  const hint = found.length > 0 ? `; ${right} would fit` : '; {"kind":"none"} says that no parameter does'
  return [
    {
      path: `${path}/x-position`,
      message: `a ${kind} position needs ${needs[kind]}, and ${content.name} is none${hint}`,
    },
  ]
}

/**
 * An answer may be cached only if it cannot change. For `block` this holds once its block is final:
 * a param or the result must name the block. No type shows that an answer is `constant`
 * (eth_chainId and eth_blockNumber look the same), so the document gives the reason.
 */
const lintFinality = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const { 'x-finality': finality, 'x-position': position, 'x-reasons': reasons = {}, result } = method
  const at = `${path}/x-finality`
  const namesBlock = canHaveMember(contract, result.schema, 'blockNumber')
  const hasBlock = position.kind === 'block' || position.kind === 'block-range' || namesBlock
  if (finality === 'block' && !hasBlock)
    return [{ path: at, message: 'neither a parameter nor the result names a block whose finality could count: never' }]
  if (finality !== 'constant')
    return reasons['x-finality'] === undefined
      ? []
      : [{ path: `${path}/x-reasons/x-finality`, message: `only constant needs a reason, ${finality} has none` }]
  if (position.kind !== 'none')
    return [
      { path: at, message: `constant is kept for ever, but the params choose a ${position.kind}: block or never` },
    ]
  if (namesBlock)
    return [{ path: at, message: 'constant is kept for ever, but the result names a block: block or never' }]
  if (reasons['x-finality'] !== undefined) return []
  return [
    {
      path: at,
      message: 'constant is kept for ever: say in x-reasons (x-finality) why it never changes, or write never',
    },
  ]
}

/**
 * True if a method's extensions for this rule are well-formed; another rule reports missing or
 * malformed ones.
 */
const isReadable = ({ 'x-position': position, 'x-finality': finality }: ContractMethod): boolean =>
  ['none', ...kinds].includes(position?.kind) && ['never', 'constant', 'block'].includes(finality)

/** Checks positions against the types of params, and finality against positions. */
export const lintPositions = (contract: Contract): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    if (!isReadable(method)) return []
    return [...lintPosition(contract, method, path), ...lintFinality(contract, method, path)]
  })
