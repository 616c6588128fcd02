import { started } from '../../support/started.js'
import { overHttp } from './answer-changes.js'
import { FaultyEndpoint } from './faulty-endpoints.js'
import { harmless } from './harmless-changes.js'
import { faults } from './planted-faults.js'

const endpoint = started(() => FaultyEndpoint.start())

const planted = (what: string) => faults.find((fault) => fault.what === what)!

/** The whole list is a long test's; these are one of the envelope and one of the price. */
describe('conform', () => {
  test('says nothing of an endpoint that is right, on either network', async () => {
    const plant = () => {}
    // Both at once: they wait for blocks.
    const said = await Promise.all([endpoint.said({ plant }, ['']), endpoint.said({ plant, isSolana: true }, [''])])
    expect(said).toEqual([[], []])
  })

  test.each(['another id', 'a call costs more than its price'])('finds %s and says what is wrong', async (what) => {
    const fault = planted(what)
    expect((await endpoint.said(fault)).join('\n')).toMatch(fault.says)
  })

  test('runs over WebSocket, too, only the checks that were named', async () => {
    expect(await endpoint.said(planted('the transports answer differently'), ['logs.backwards'])).toEqual([])
  })

  test('says nothing of credits that are renewed between two calls', async () => {
    let calls = 0
    const plant = overHttp(({ headers }) => {
      if (headers['x-credits-cost'] !== '5' || calls++ > 0) return
      const reset = String(Number(headers['x-credits-reset']) - 86_400)
      Object.assign(headers, { 'x-credits-remaining': '7', 'x-credits-reset': reset })
    })
    expect(await endpoint.said({ plant }, ['credits.remaining'])).toEqual([])
    expect(calls).toBe(3)
  })

  test('says nothing of what hurts no caller', async () => {
    expect(await endpoint.said(harmless[0]!)).toEqual([])
  })
})
