import { started } from '../support/started.js'
import { flowRows } from './flow-rows.js'
import { type FlowEnd, FlowWorld } from './flow-runs.js'

const rows = flowRows.filter(({ name }) => ['viem', 'ethers', '@solana/kit'].includes(name))

let ends: ReadonlyMap<string, FlowEnd>
const world = started(() => FlowWorld.start())
beforeAll(async () => {
  // At the same time: most of it is waiting for the next block.
  const endOf = async (row: (typeof rows)[number]) => [row.name, await world.run(row, 'http', 'send', 'core')] as const
  ends = new Map(await Promise.all(rows.map(endOf)))
})

test.each(rows)('$name sends a transaction and waits for it, on plan core of `tollgate init`', ({ name }) => {
  const { expected, ...end } = ends.get(name)!
  expect(end).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' })
})
