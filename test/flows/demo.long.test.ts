import { flowRows, hasFlow } from './flow-rows.js'
import { FlowWorld } from './flow-runs.js'

let world: FlowWorld
beforeAll(async () => {
  world = await FlowWorld.startDemo()
})
afterAll(() => world?.stop())

const cells = flowRows
  .filter(({ isInstalled }) => isInstalled === undefined)
  .flatMap((row) => row.transports.map((transport) => ({ row, name: row.name, transport })))
  .flatMap((cell) => ['watch', 'send'].map((flow) => ({ ...cell, flow })))
  .filter(({ row, transport, flow }) => hasFlow(row, transport, flow))

test.each(cells)('$name over $transport: $flow, in front of the demo', async ({ row, transport, flow }) => {
  const { expected, ...end } = await world.run(row, transport, flow, 'core')
  expect(end).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' })
})
