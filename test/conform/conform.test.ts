import { FaultyEndpoint } from './faulty-endpoints.js'
import { faults, harmless } from './planted-faults.js'

let endpoint: FaultyEndpoint
beforeAll(async () => {
  endpoint = await FaultyEndpoint.start()
})
afterAll(() => endpoint?.stop())

const planted = (what: string) => faults.find((fault) => fault.what === what)!

/** The whole list is a long test's; these are one of each kind. */
describe('conform', () => {
  test.each([false, true])('says nothing of an endpoint that is right (solana: %s)', async (isSolana) => {
    expect(await endpoint.said({ plant: () => {}, ...(isSolana && { isSolana }) })).toEqual([])
  })

  test.each([
    ['another id', /came back as 2/],
    ['a member of a batch is not answered', /was answered 0 times/],
    ['a storage value of 31 bytes', /which is not 32 bytes/],
    ['a call costs more than its price', /X-Credits-Cost is 6, the contract’s price is 5/],
    ['a number of 64 bits is rounded', /18446744073709552000 was rounded/],
  ])('finds %s and says what is wrong', async (what, line) => {
    const said = await endpoint.said(planted(what))
    expect(said.join('\n')).toMatch(line)
    expect(said.every((one) => one.length < 700 && !one.includes('\n'))).toBe(true)
  })

  test('says nothing of what hurts no caller', async () => {
    expect(await endpoint.said(harmless[0]!)).toEqual([])
  })
})
