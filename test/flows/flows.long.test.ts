import type { ClientTransport } from './client-row.js'
import { type FlowRow, flowRows, flowTitles } from './flow-rows.js'
import { FlowWorld } from './flow-runs.js'

/** Room for some twenty errors of a program. */
const MOST_CHARACTERS = 20_000

let world: FlowWorld
beforeAll(async () => {
  world = await FlowWorld.start()
})
afterAll(async () => {
  await world.stop()
})

const cells = flowRows.flatMap((row) =>
  row.transports.flatMap((transport) =>
    Object.keys(flowTitles[row.family]).map((flow) => ({
      row,
      name: row.name,
      transport,
      flow,
      detour: row.detours[transport]?.[flow],
    })),
  ),
)

/** Ends well, says nothing else, and found the right values. */
const runWell = async (row: FlowRow, transport: ClientTransport, flow: string): Promise<void> => {
  const { expected, ...end } = await world.run(row, transport, flow)
  expect(end).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' })
}

test.each(cells)('$name over $transport: $flow', async ({ row, transport, flow, detour }) => {
  await runWell(row, transport, detour?.way ?? flow)
})

test.each(cells.filter(({ detour }) => detour !== undefined))(
  '$name over $transport: $flow as documented fails for want of a subscription, and floods no console',
  async ({ row, transport, flow }) => {
    const { code, stderr } = await world.run(row, transport, flow)
    expect(code).toBe(1)
    expect(stderr).toMatch(/eth_subscribe|signatureSubscribe/)
    expect(stderr.length).toBeLessThan(MOST_CHARACTERS)
  },
)
