import { httpUrl } from '../support/addresses.js'
import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

const SIGNATURE = '1'.repeat(64)
const SLOTS = [100, 99]

/** A node at this slot, which has what is in slot 100 if it is there. */
const startNode = (slot: number): Promise<FakeUpstream> =>
  startFakeUpstream(({ json: { method, params } }) => {
    if (method === 'getSlot') return { resultText: String(slot) }
    if (method === 'getHealth') return { resultText: '"ok"' }
    const isThere = slot >= 100 && (params[0] === SIGNATURE || params[0] === 100)
    return { resultText: isThere ? '{"slot":100}' : 'null' }
  })

const nodes = started(() => Promise.all(SLOTS.map(startNode)))
const gateway = started(() => {
  const sol = { family: 'solana' as const, urls: nodes.map(({ url }) => url), pollMs: 60_000, checkAnswers: 0 }
  return startTestGateway({ networks: { sol }, admin: { token: ADMIN_TOKEN }, contracts: ['solana'] })
})

describe('a null of a Solana node that is a slot behind another', () => {
  let url: string
  beforeAll(async () => {
    url = httpUrl(gateway, 'sol', await gateway.addKey())
    const heads = async () => {
      const { json } = await callApi(gateway.adminUrl, 'upstreams')
      return json.result.map(({ head }: { head: string | null }) => head)
    }
    await expectSoon(heads, SLOTS.map(String), 10_000)
  })
  const tenTimes = async (method: string, params: unknown[]) => {
    const results: unknown[] = []
    for (let call = 0; call < 10; call++) results.push((await post(url, callOf(method, params))).json.result)
    return results
  }

  test.each([
    ['getTransaction', SIGNATURE],
    ['getBlock', 100],
  ])('to %s is not passed on if the other one knows', async (method, param) => {
    expect(await tenTimes(method, [param])).toEqual(Array(10).fill({ slot: 100 }))
  })

  test('is the answer if no other one knows', async () => {
    expect(await tenTimes('getTransaction', ['2'.repeat(64)])).toEqual(Array(10).fill(null))
  })
})
