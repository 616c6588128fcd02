import { expectSoon } from '../../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

interface SolanaFacts {
  genesis: string
  slot: number
  /** Error with which getHealth answers; undefined if it answers `ok`. */
  trouble: { code: number; message: string } | undefined
}

const OWNER = '4978ekFBpsaGmy1vm1M6o7iGymW9NA7n5AhEHgqFceZT'
const BALANCE = callOf('getTokenAccountBalance', [OWNER])
const BALANCE_RESULT =
  '{"context":{"slot":5000},"value":{"amount":"5","decimals":0,"uiAmount":5.0,"uiAmountString":"5"}}'
const HEALTHY: SolanaFacts = {
  genesis: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  slot: 5_000,
  trouble: undefined,
}

const startSolanaNode = async (facts: SolanaFacts): Promise<FakeUpstream> =>
  startFakeUpstream(({ json }) => {
    const { method, params } = json
    if (method === 'getGenesisHash') return { resultText: JSON.stringify(facts.genesis) }
    if (method === 'getSlot')
      return { resultText: String(facts.slot - (params[0].commitment === 'finalized' ? 31 : 0)) }
    if (method !== 'getHealth') return { resultText: BALANCE_RESULT }
    if (facts.trouble === undefined) return { resultText: '"ok"' }
    return { json: { jsonrpc: '2.0', id: 1, error: facts.trouble } }
  })

describe('Solana nodes', () => {
  const facts = [{ ...HEALTHY }, { ...HEALTHY }, { ...HEALTHY }, { ...HEALTHY, genesis: 'another' }]
  let url: string
  const nodes = started(() => Promise.all(facts.map(startSolanaNode)))
  const gateway = started(() => {
    const network = { family: 'solana' as const, pollMs: 100, urls: nodes.map((node) => node.url) }
    return startTestGateway({ networks: { sol: network } })
  })
  beforeAll(async () => {
    url = `${gateway.url}/sol/v3/${await gateway.addKey()}`
  })
  beforeEach(() => {
    for (const one of facts) Object.assign(one, { slot: 5_000, trouble: undefined })
  })

  const states = async () => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    return [...text.matchAll(/tollgate_upstream_state\{.*upstream="node-(\d)",state="(\w+)"\} 1/g)].map(
      ([, , state]) => state,
    )
  }
  const untilStates = (...expected: string[]) => expectSoon(states, expected, 4_000)
  const asked = async (calls: number) => {
    const count = () =>
      nodes.map(({ requests }) => requests.filter(({ json }) => json.method === BALANCE.method).length)
    const before = count()
    for (let call = 0; call < calls; call++) expect((await post(url, BALANCE)).status).toBe(200)
    return count().map((after, index) => after - before[index]!)
  }

  test('of another cluster are never used', async () => {
    expect((await asked(9))[3]).toBe(0)
    await untilStates('up', 'up', 'up', 'down')
  })

  test('that say they are unhealthy are asked after the others', async () => {
    facts[0]!.trouble = { code: -32005, message: 'Node is behind by 210 slots' }
    await untilStates('behind', 'up', 'up', 'down')
    expect((await asked(6))[0]).toBe(0)
    facts[0]!.trouble = undefined
    await untilStates('up', 'up', 'up', 'down')
  })

  test('that do not have getHealth are taken at their slots', async () => {
    facts[0]!.trouble = { code: -32601, message: 'Method not found' }
    facts[1]!.slot = 4_949
    await untilStates('up', 'behind', 'up', 'down')
    facts[1]!.slot = 4_950
    await untilStates('up', 'up', 'up', 'down')
  })

  test('that boast of slots far ahead do not make the others behind', async () => {
    facts[2]!.slot = 9_000_000
    await new Promise((resolve) => setTimeout(resolve, 500))
    // One whose answer to a poll was late is up again soon; one that is behind would stay so.
    await untilStates('up', 'up', 'up', 'down')
  })
})
