import { started } from '../../support/started.js'
import { FaultyEndpoint } from './faulty-endpoints.js'
import { harmless } from './harmless-changes.js'
import { faults } from './planted-faults.js'

const endpoint = started(() => FaultyEndpoint.start())

describe('conform against an endpoint with planted faults', () => {
  test('of which there are enough', () => {
    expect(faults.length).toBeGreaterThanOrEqual(30)
    expect(harmless.length).toBeGreaterThanOrEqual(20)
  })

  test.each(faults)('finds and names: $what', async (fault) => {
    const said = await endpoint.said(fault)
    expect(said.join('\n')).toMatch(fault.says)
    expect(said.filter((line) => line.length > 700 || line.includes('\n'))).toEqual([])
  })

  test.each(harmless)('lets pass: $what', async (difference) => {
    expect(await endpoint.said(difference)).toEqual([])
    expect(endpoint.changed).toBeGreaterThan(0)
  })
})
