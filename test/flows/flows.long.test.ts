import { flowRows, flowTitles, hasFlow } from './flow-rows.js'
import { FlowWorld } from './flow-runs.js'

let world: FlowWorld
beforeAll(async () => {
  world = await FlowWorld.start()
})
afterAll(async () => {
  await world.stop()
})

const cells = flowRows.flatMap((row) =>
  row.transports.flatMap((transport) =>
    Object.keys(flowTitles[row.family])
      .filter((flow) => hasFlow(row, transport, flow))
      .map((flow) => ({ row, name: row.name, transport, flow })),
  ),
)

test.each(cells)('$name over $transport: $flow', async ({ row, transport, flow }) => {
  const { expected, ...end } = await world.run(row, transport, flow)
  expect(end).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' })
})
