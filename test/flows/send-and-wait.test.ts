import { flowRows } from './flow-rows.js'
import { type FlowEnd, FlowWorld } from './flow-runs.js'

const rows = flowRows.filter(({ name }) => ['viem', 'ethers', '@solana/kit'].includes(name))

let world: FlowWorld
let ends: ReadonlyMap<string, FlowEnd>
beforeAll(async () => {
  world = await FlowWorld.start()
  // At the same time: most of it is waiting for the next block.
  const endOf = async (row: (typeof rows)[number]) => [row.name, await world.run(row, 'http', 'send')] as const
  ends = new Map(await Promise.all(rows.map(endOf)))
})
afterAll(() => world?.stop())

test.each(rows)('$name sends a transaction and waits for it, on plan core of `tollgate init`', ({ name }) => {
  const { expected, ...end } = ends.get(name)!
  expect(end).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' })
})
