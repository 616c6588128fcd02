import { requestErrors } from '../conformance/error-table/request-errors.js'
import { socketErrors } from '../conformance/error-table/socket-errors.js'
import { type ErrorWorld, startErrorWorld } from '../conformance/error-table/world.js'

/** The conformance tests ask our own server; whoever switches back to node:http must be told the same. */
describe('the error table, with node:http in front', () => {
  let world: ErrorWorld
  beforeAll(async () => {
    world = await startErrorWorld('node')
  })
  afterAll(() => world.stop())

  test.each([...requestErrors, ...socketErrors].map((row) => [row.name, row.about, row] as const))(
    '%s: %s',
    (_name, _about, row) => row.provoke(world),
  )
})
