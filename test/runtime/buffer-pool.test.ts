import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

/** Copied to a block, handed over in one, and in several. */
const SIZES = [12_000, 30_000, 50_000, 600_000]

/** Logs that say in every line whose they are, which also tells how many they are. */
const logsOf = (address: string): string => {
  const digits = address.slice(-2)
  const log = JSON.stringify({ address, data: `0x${digits.repeat(3_000)}`, blockNumber: '0x1' })
  return `[${Array(Math.ceil(SIZES[Number.parseInt(digits, 16) % SIZES.length]! / log.length))
    .fill(log)
    .join(',')}]`
}
const addressOf = (number: number): string => `0x${number.toString(16).padStart(2, '0').repeat(20)}`

describe('the memory large answers are read into, used again', () => {
  let url: string
  let asked = 0
  const upstream = started(() =>
    startFakeUpstream(async ({ json }) => {
      asked++
      await wait(Math.random() * 20)
      return { resultText: logsOf((json.params as [{ address: string }])[0].address) }
    }),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url], checkAnswers: 0 } },
    }),
  )
  beforeAll(async () => {
    url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  })

  /** Asks for an address's logs; reads the answer after `pauseMs`, or leaves at its first bytes. */
  const ask = (address: string, pauseMs: number, leaves: boolean): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent: false }, async (response) => {
        await wait(pauseMs)
        if (leaves) {
          sent.destroy()
          return resolve(undefined)
        }
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve(Buffer.concat(chunks).toString())
      })
      sent.on('error', (error) => (leaves ? resolve(undefined) : reject(error)))
      sent.end(JSON.stringify(callOf('eth_getLogs', [{ address }])))
    })

  test('never mixes answers: of callers that read slowly, that leave, or that share one answer', async () => {
    for (let round = 0; round < 6; round++) {
      const calls = Array.from({ length: 24 }, async (_, index) => {
        // Every third call asks the same as its neighbour, at the same time.
        const address = addressOf(round * 24 + index - (index % 3 === 2 ? 1 : 0))
        const text = await ask(address, index % 4 === 0 ? 60 : 0, index % 5 === 4)
        if (text === undefined) return
        const { result } = JSON.parse(text) as { result: unknown }
        expect(JSON.stringify(result) === logsOf(address)).toBe(true)
      })
      await Promise.all(calls)
    }
    // Some did share.
    expect(asked).toBeLessThan(6 * 24)
  })
})
