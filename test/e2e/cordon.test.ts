import { httpUrl } from '../support/addresses.js'
import { ADMIN_TOKEN } from '../support/admin-api.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { post, STORAGE_CALL } from '../support/gateway.js'
import { ownPort } from '../support/own-port.js'
import {
  createServeFolder,
  runHere,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { LONG_MS } from '../support/workers.js'

const CALLS = 12

const word = (digit: number): string => `"0x${String(digit).padStart(64, '0')}"`

let nodes: FakeUpstream[]
let folder: ServeFolder
let gateway: ServeProcess
let config: string
let key: string
/** Lets the third node answer a call that it holds. */
let answerHeld: () => void
beforeAll(async () => {
  const held = new Promise<void>((resolve) => {
    answerHeld = resolve
  })
  nodes = await Promise.all([
    startFakeUpstream(() => ({ resultText: word(1) })),
    startFakeUpstream(() => ({ resultText: word(2) })),
    startFakeUpstream(async () => {
      await held
      return { resultText: word(3) }
    }),
  ])
  const upstreams = nodes.slice(0, 2).map(({ url }, index) => `{ name: node-${index + 1}, url: "${url}" }`)
  const port = await ownPort()
  config = serveConfig({
    eth: `family: evm, cache: false, pollMs: 0, hedging: false, upstreams: [${upstreams.join(', ')}]`,
    other: `family: evm, pollMs: 0, upstreams: [{ name: node-2, url: "${nodes[2]!.url}" }]`,
  }).replace('port: 0 }\nstore', `port: ${port}, token: ${ADMIN_TOKEN} }\nstore`)
  folder = createServeFolder(config)
  gateway = await startServe(folder.configFile, undefined, ['--workers', '2'])
  key = (await folder.createKey('eth,other')).key
})
afterAll(async () => {
  answerHeld()
  await gateway?.stop()
  folder?.remove()
  await Promise.all(nodes.map((node) => node.stop()))
})

const upstreams = (...words: string[]) => runHere('upstreams', ...words, '--config', folder.configFile)
const states = async () =>
  ((await folder.json('upstreams', '--network', 'eth')) as { state: string }[]).map(({ state }) => state)
/**
 * Returns which nodes answered calls. Each call has a new connection, so that the calls reach all
 * workers.
 */
const answers = async () => {
  const results = new Set<string>()
  for (let id = 0; id < CALLS; id++) {
    const { json } = await post(httpUrl(gateway, 'eth', key), { ...STORAGE_CALL, id }, { connection: 'close' })
    results.add(json.result?.slice(-1) ?? json.error.code)
  }
  return [...results].sort()
}

test('a cordoned upstream gets no calls from any worker, also after a reload, until it is uncordoned', async () => {
  const { stdout, stderr } = await upstreams('cordon', 'node-1', '--for', '1h')
  expect([stderr, stdout]).toEqual([
    '',
    expect.stringMatching(/^node-1 of eth is cordoned until [\d-]+ \d\d:\d\d:\d\dZ\.\n$/),
  ])
  await expectSoon(states, ['cordoned', 'up', 'cordoned', 'up'], LONG_MS)
  expect(await answers()).toEqual(['2'])

  folder.save(config.replace('hedging: false', 'hedging: true'))
  await gateway.until('stderr', /reload/)
  expect(await answers()).toEqual(['2'])

  const again = await upstreams('uncordon', 'node-1')
  expect([again.stderr, again.stdout]).toEqual(['', 'node-1 of eth gets calls again.\n'])
  await expectSoon(answers, ['1', '2'], LONG_MS)
})

test('drain waits for the calls in flight', async () => {
  const call = post(httpUrl(gateway, 'other', key), STORAGE_CALL)
  await expectSoon(() => nodes[2]!.requests.length, 1)
  const drain = (...words: string[]) => upstreams('drain', 'node-2', '--network', 'other', ...words)
  const impatient = await drain('--wait', '0s')
  expect([impatient.stderr, impatient.code, impatient.stdout]).toEqual([
    '',
    1,
    expect.stringContaining('Calls are still in flight there: '),
  ])
  const draining = drain()
  answerHeld()
  const { code, stdout, stderr } = await draining
  expect([stderr, code, stdout]).toEqual(['', 0, expect.stringContaining('No call is in flight there.')])
  expect((await call).json.result.slice(-1)).toBe('3')
  await upstreams('uncordon', 'node-2', '--network', 'other')
})

test('the last upstream may be cordoned, with a warning; then calls fail as they do without an upstream', async () => {
  await upstreams('cordon', 'node-1')
  const last = await upstreams('cordon', 'node-2', '--network', 'eth')
  expect([last.stderr, last.stdout]).toEqual([
    '',
    expect.stringContaining('No upstream of eth is left that can answer'),
  ])
  const metrics = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()
  const isCordoned = /^tollgate_upstream_state\{.*upstream="node-2",state="cordoned".*\} 2$/m
  await expectSoon(async () => isCordoned.test(await metrics()), true, LONG_MS)
  const refused = await post(httpUrl(gateway, 'eth', key), STORAGE_CALL)
  expect([refused.status, refused.json.error.data.reason]).toEqual([503, 'no_upstream'])
})

test('a mistake is named: an unknown upstream, one of two networks, one that is not cordoned, a time that is none', async () => {
  const said = async (...words: string[]) => {
    const { code, stderr } = await upstreams(...words)
    return `${code} ${stderr.split('\n')[0]}`
  }
  expect(await said('cordon', 'node-3')).toContain('there is no upstream "node-3"')
  expect(await said('cordon', 'node-2')).toContain(
    'several networks have an upstream node-2: give --network, one of eth, other',
  )
  expect(await said('uncordon', 'node-2', '--network', 'other')).toContain('node-2 of other is not cordoned')
  expect(await said('cordon', 'node-1', '--for', 'ever')).toContain('for must be a duration such as 90s, 15m, 2h or 7d')
})
