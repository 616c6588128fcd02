import { type FlowRow, flowRows, flowTitles, hasFlow } from './flow-rows.js'
import { FlowWorld, plans } from './flow-runs.js'
import { type InstalledClients, installClients } from './installed-clients.js'

let world: FlowWorld
let installed: InstalledClients
beforeAll(async () => {
  ;[world, installed] = await Promise.all([FlowWorld.start(), installClients()])
})
afterAll(async () => {
  installed?.remove()
  await world?.stop()
})

const cells = flowRows.flatMap((row) =>
  row.transports.flatMap((transport) =>
    Object.keys(flowTitles[row.family])
      .filter((flow) => hasFlow(row, transport, flow))
      .map((flow) => ({ row, name: row.name, transport, flow })),
  ),
)
const folderOf = ({ isInstalled }: FlowRow) => (isInstalled ? installed.folder : undefined)

test.each(cells)('$name over $transport: $flow, on each plan of `tollgate init`', async ({ row, transport, flow }) => {
  // At the same time: most of it is waiting for the next block.
  const ends = plans.map((plan) => world.run(row, transport, flow, plan, folderOf(row)))
  for (const { expected, ...end } of await Promise.all(ends))
    expect(end).toEqual({ code: 0, signal: null, stdout: expected, stderr: row.warning ?? '' })
})
