import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { operatorDocument, operatorMethod } from '../support/operator-document.js'
import { started, temporaryFolder } from '../support/started.js'

const folder = temporaryFolder()
const file = join(folder, 'prices.json')
const DAILY = 3_000_000
/** The node waits for this promise before it answers. */
let mayAnswer = Promise.resolve()
const names = { title: 'Names', description: 'Names of things.', type: 'array', items: { type: 'string' } }
const data = { title: 'AnyText', description: 'A text of any length.', type: 'string' }
const param = (name: string, schema: string) => ({
  ...{ name, description: 'What is asked for.', required: true },
  schema: { $ref: `#/components/schemas/${schema}` },
})
const result = { name: 'text', description: 'A text.', schema: { $ref: '#/components/schemas/AnyText' } }
const exampleOf = (name: string, value: unknown) => [
  { name: 'one', params: [{ name, value }], result: { name: 'text', value: 'x' } },
]

/** Costs 20 and 5 for each KiB, and 10 and 4 for each name. */
const methods = [
  operatorMethod('eth_sized', {
    ...{ params: [param('size', 'Quantity')], result, examples: exampleOf('size', '0x1') },
    ...{ 'x-credits': 500, 'x-credits-by': { base: 20, perResultKiB: 5 } },
  }),
  operatorMethod('eth_named', {
    ...{ params: [param('names', 'Names')], result, examples: exampleOf('names', ['a']) },
    ...{ 'x-credits': 90, 'x-credits-by': { base: 10, each: 4, of: '/0' } },
  }),
]

beforeAll(async () => {
  writeFileSync(file, JSON.stringify(operatorDocument(methods, { Names: names, AnyText: data })))
})
const node = started(() =>
  startFakeUpstream(async ({ json: { method, params } }) => {
    await mayAnswer
    if (method === 'eth_sized') return { resultText: `"${'x'.repeat(Number(params[0]))}"` }
    return { resultText: '"x"' }
  }),
)
const gateway = started(() =>
  startTestGateway({
    networks: { eth: { urls: [node.url] } },
    contracts: [file],
    plans: { slow: { dailyCredits: DAILY, creditsPerSecond: 1_000, burstSeconds: 1 } },
  }),
)

test('a call costs what its params and its result make of it, and the books agree', async () => {
  const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  let spent = 0
  const size = fc.integer({ min: 0, max: 200_000 })
  const calls = fc.oneof(
    size.map((bytes) => ({
      ...{ method: 'eth_sized', params: [`0x${bytes.toString(16)}`] },
      cost: Math.min(500, 20 + 5 * Math.ceil((bytes + 2) / 1024)),
    })),
    fc.array(fc.string(), { maxLength: 30 }).map((all) => ({
      ...{ method: 'eth_named', params: [all], cost: Math.min(90, 10 + 4 * all.length) },
    })),
  )
  await fc.assert(
    fc.asyncProperty(calls, async ({ method, params, cost }) => {
      const reply = await post(url, callOf(method, params))
      spent += cost
      const header = (name: string) => Number(reply.headers.get(`x-credits-${name}`))
      expect([reply.status, header('cost'), header('remaining')]).toEqual([200, cost, DAILY - spent])
    }),
    { numRuns: 40 },
  )
})

test('calls at the same time hold the most, and lose nothing', async () => {
  const url = `${gateway.url}/eth/v3/${await gateway.addKey({ dailyLimit: 1_000 })}`
  let answer = () => {}
  mayAnswer = new Promise((resolve) => {
    answer = resolve
  })
  // Two of them fit into what the key may hold at once.
  const asked = [1, 2, 3].map((count) => post(url, callOf('eth_sized', [`0x${count}`])))
  expect((await Promise.race(asked)).status).toBe(402)
  answer()
  expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 200, 402])
  const after = await post(url, callOf('eth_foo'))
  expect(after.headers.get('x-credits-remaining')).toBe('950')
})

test('the credits a second are taken by what a call costs, not by what it could', async () => {
  const url = `${gateway.url}/eth/v3/${await gateway.addKey({}, { plan: 'slow' })}`
  // Each could cost 500, and costs 25: without what is given back the third one would be refused.
  for (let count = 0; count < 5; count++)
    expect((await post(url, callOf('eth_sized', [`0x${count}`]))).status).toBe(200)
})

test('rpc.discover and the docs say how the price is reckoned', async () => {
  const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  const { result: document } = (await post(url, callOf('rpc.discover'))).json
  const found = document.methods.find(({ name }: { name: string }) => name === 'eth_sized')
  expect([found['x-credits'], found['x-credits-by'], found.tags[0].name]).toEqual([
    500,
    { base: 20, perResultKiB: 5 },
    '20 credits and 5 for each KiB of result, 500 at most',
  ])
  const page = await (await fetch(`${gateway.url}/eth/docs`)).text()
  expect(page).toContain('up to 500 credits')
  expect(page).toContain('20 credits, and 5 for each KiB of the result')
  expect(page).toContain('10 credits, and 4 for each of names')
})

test('a price of the configuration is the same for every call', async () => {
  const fixed = await startTestGateway({
    networks: { eth: { urls: [node.url] } },
    contracts: [{ file, prices: { eth_sized: 33 } }],
  })
  try {
    const reply = await post(`${fixed.url}/eth/v3/${await fixed.addKey()}`, callOf('eth_sized', ['0xffff']))
    expect(reply.headers.get('x-credits-cost')).toBe('33')
  } finally {
    await fixed.stop()
  }
})
