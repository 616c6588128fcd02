import type { Document } from '../../../generated/document.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { quantityOf } from '../../runtime/quantity.js'
import type { Subjects } from './subjects.js'

/**
 * Params of a call that must be answered: those of the contract's first example, with the subjects
 * found on the endpoint filled in. Blocks are named by tags or lie behind the head, so that every
 * node has them.
 */
export const paramsFor = (document: Document, row: MethodContract, subjects: Subjects): readonly unknown[] => {
  const { examples } = document.methods.find(({ name }) => name === row.name)!
  const given = new Map(examples[0]!.params.map(({ name, value }) => [name, value]))
  const known = knownValues(row, subjects)
  const params = row.params.map(({ name }) => known.get(name) ?? given.get(name))
  while (params.length > 0 && params.at(-1) === undefined) params.pop()
  return params
}

const knownValues = (row: MethodContract, subjects: Subjects): Map<string, unknown> => {
  const { address, transactionHash, blockHash, owner, head } = subjects
  const values = new Map<string, unknown>([
    ['address', row.family === 'evm' ? address : owner],
    ['transactionHash', transactionHash],
    ['blockHash', blockHash],
  ])
  const { position } = row
  const { kind } = position
  const place = 'param' in position ? row.params[position.param]?.name : undefined
  if (kind === 'block' && place !== undefined) values.set(place, 'latest')
  if (kind === 'block-range' && place !== undefined && head !== undefined) {
    const last = quantityOf(head)
    values.set(place, {
      ...(address && { address }),
      fromBlock: quantityOf(Math.max(0, head - 2)),
      toBlock: last,
    })
  }
  return values
}
