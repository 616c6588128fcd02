import { flowRows } from './flow-rows.js'
import { type FlowEnd, FlowWorld } from './flow-runs.js'

const rows = flowRows.filter(({ name }) => ['viem', 'ethers', '@solana/kit'].includes(name))

let world: FlowWorld
let ends: ReadonlyMap<string, Promise<FlowEnd>>
beforeAll(async () => {
  world = await FlowWorld.start()
  // At the same time: most of it is waiting for the next block.
  ends = new Map(rows.map((row) => [row.name, world.run(row, 'http', row.detours.http?.send?.way ?? 'send')]))
})
afterAll(async () => {
  await Promise.allSettled(ends?.values() ?? [])
  await world?.stop()
})

test.each(rows)('$name sends a transaction and waits for it, on plan core of `tollgate init`', async ({ name }) => {
  const { expected, ...end } = (await ends.get(name))!
  expect(end).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' })
})
