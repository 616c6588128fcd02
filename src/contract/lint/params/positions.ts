import type { Contract, ContractMethod, Position, Schema } from '../../contract.js'
import type { Report } from '../mistake.js'
import { methodRule } from '../rule.js'
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

const lintPosition = (contract: Contract, method: ContractMethod, report: Report): void => {
  const { kind, param } = method['x-position']
  const found = positionsIn(contract, method)
  const right = found.map((one) => JSON.stringify(one)).join(' or ')
  if (kind === 'none') {
    // A write or a stateful method does not read at a block, whatever its params can name.
    const [one] = (method['x-effect'] ?? 'read') === 'read' ? found : []
    if (one !== undefined)
      report(
        '/x-position',
        `${method.params[one.param]?.name} is ${needs[one.kind]}, so the position is ${right} and not none`,
      )
    return
  }
  const content = method.params[param ?? -1]
  if (content === undefined || fits[kind](contract, content.schema, letsPass)) return
  const isHash = kind === 'block' && /block/i.test(content.name) && accepts(contract, content.schema, blockHash)
  if (isHash) return
  const hint = found.length > 0 ? `; ${right} would fit` : '; {"kind":"none"} says that no parameter does'
  report('/x-position', `a ${kind} position needs ${needs[kind]}, and ${content.name} is none${hint}`)
}

/**
 * The mistake in a method's finality, if any. An answer may be cached only if it cannot change. For
 * `block` this holds once its block is final: a param or the result must name the block. No type
 * shows that an answer is `constant` (eth_chainId and eth_blockNumber look the same), so the
 * document gives the reason.
 */
const finalityTrouble = (contract: Contract, method: ContractMethod): string | undefined => {
  const { 'x-finality': finality, 'x-position': position, 'x-reasons': reasons = {}, result } = method
  const namesBlock = canHaveMember(contract, result.schema, 'blockNumber')
  const hasBlock = position.kind === 'block' || position.kind === 'block-range' || namesBlock
  if (finality === 'block' && !hasBlock)
    return 'neither a parameter nor the result names a block whose finality could count: never'
  if (finality !== 'constant') return undefined
  if (position.kind !== 'none')
    return `constant is kept for ever, but the params choose a ${position.kind}: block or never`
  if (namesBlock) return 'constant is kept for ever, but the result names a block: block or never'
  if (reasons['x-finality'] !== undefined) return undefined
  return 'constant is kept for ever: say in x-reasons (x-finality) why it never changes, or write never'
}

const lintFinality = (contract: Contract, method: ContractMethod, report: Report): void => {
  const { 'x-finality': finality, 'x-reasons': reasons = {} } = method
  const trouble = finalityTrouble(contract, method)
  if (trouble !== undefined) report('/x-finality', trouble)
  else if (finality !== 'constant' && reasons['x-finality'] !== undefined)
    report('/x-reasons/x-finality', `only constant needs a reason, ${finality} has none`)
}

/**
 * True if a method's extensions for this rule are well-formed; another rule reports missing or
 * malformed ones.
 */
const isReadable = ({ 'x-position': position, 'x-finality': finality }: ContractMethod): boolean =>
  ['none', ...kinds].includes(position?.kind) && ['never', 'constant', 'block'].includes(finality)

/** Checks positions against the types of params, and finality against positions. */
export const lintPositions = methodRule((method, report, contract) => {
  if (!isReadable(method)) return
  lintPosition(contract, method, report)
  lintFinality(contract, method, report)
})
