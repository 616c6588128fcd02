import { ADMIN_TOKEN } from '../support/admin-api.js'
import { expectSoon } from '../support/expect-soon.js'
import { startChainNode } from '../support/fake-chain.js'
import { callOf, post, STORAGE_CALL } from '../support/gateway.js'
import { ownPort } from '../support/own-port.js'
import { createServeFolder, runCommand, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'

const WITHIN_MS = 20_000

describe('tollgate upstreams', () => {
  const nodes = started(() =>
    Promise.all([startChainNode(), startChainNode({ head: 990 }), startChainNode({ chainId: 2 }), startChainNode()]),
  )
  const folder = started(async () => {
    const upstreams = nodes.map(({ url }, index) => `{ name: node-${index + 1}, url: "${url}" }`).join(', ')
    const partner = `partner: { name: other, url: "http://user:secret@127.0.0.1:1" }`
    const config = serveConfig({
      eth: `family: evm, chainId: 1, pollMs: 100, upstreams: [${upstreams}], ${partner}`,
      idle: `family: evm, pollMs: 0, upstreams: [{ name: idle-1, url: "http://127.0.0.1:1" }]`,
    }).replace('port: 0 }\nstore', `port: ${await ownPort()}, token: ${ADMIN_TOKEN} }\nstore`)
    return createServeFolder(config)
  })
  const gateway = started(() => startServe(folder.configFile))

  const rows = async () => (await folder.json('upstreams')) as Record<string, unknown>[]

  test('shows every upstream of the running gateway as it is now', async () => {
    const { key } = await folder.createKey('eth,idle')
    const status = async () => (await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL)).status
    // The nodes are asked for their chain before the first call. It is refused if a pause of this
    // process, which runs them, makes their answers late.
    await expectSoon(status, 200, WITHIN_MS)
    // A slow node gets no calls, and such a pause makes it slow.
    const isAsked = async () => {
      expect(await status()).toBe(200)
      return ((await rows())[0]!.calls as number) > 0
    }
    await expectSoon(isAsked, true, WITHIN_MS)
    expect((await post(`${gateway.url}/idle/v3/${key}`, callOf('eth_chainId'))).status).toBe(503)
    const states = async () =>
      (await rows()).map(({ network, upstream, state, reason, head, lag }) => [
        network,
        upstream,
        state,
        reason,
        head,
        lag,
      ])
    await expectSoon(
      states,
      [
        ['eth', 'node-1', 'up', 'answers', '1000', '0'],
        ['eth', 'node-2', 'behind', 'lag', '990', '10'],
        ['eth', 'node-3', 'down', 'wrong_chain', null, null],
        ['eth', 'node-4', 'up', 'answers', '1000', '0'],
        ['eth', 'other', 'up', 'answers', null, null],
        ['idle', 'idle-1', 'up', 'answers', null, null],
      ],
      WITHIN_MS,
    )
    const shown = await rows()
    expect(shown.at(-1)).toMatchObject({
      calls: 1,
      errorRate: 1,
      p50Ms: null,
      lastFailure: 'econnrefused',
      inFlight: 0,
    })
    const [first, , wrong] = shown
    expect([(first!.calls as number) > 0, (first!.p50Ms as number) >= 0, wrong!.calls]).toEqual([true, true, 0])
  })

  test('shows a network alone, as a table, without a secret', async () => {
    const table = async () => {
      const { code, stdout } = await runCommand('upstreams', '--network', 'eth', '--config', folder.configFile)
      expect(code).toBe(0)
      return stdout
    }
    await expectSoon(async () => /^eth +node-2 +behind +lag +990 +10 /m.test(await table()), true, WITHIN_MS)
    const stdout = await table()
    // On a busy machine a poll may fail: then a circuit has its column, too.
    expect(stdout.split('\n')[0]).toMatch(
      /^NETWORK +UPSTREAM +STATE +REASON +HEAD +LAG +IN FLIGHT +P50 MS +P95 MS +ERRORS +CALLS( |$)/,
    )
    expect(stdout).toMatch(/^eth +other \(partner\) +up /m)
    expect(stdout).not.toMatch(/idle|secret|127\.0\.0\.1/)
    const unknown = await runCommand('upstreams', '--network', 'et', '--config', folder.configFile)
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('there is no network "et", did you mean "eth"?'),
    ])
  })

  test('sees a node go and come back', async () => {
    nodes[0]!.facts.isFrozen = true
    const stateOf = async () => (await rows())[0]!.state
    // Each look runs the command `tollgate upstreams`.
    await expectSoon(stateOf, 'down', WITHIN_MS)
    nodes[0]!.facts.isFrozen = false
    await expectSoon(stateOf, 'up', WITHIN_MS)
    await gateway.until('stderr', /"upstream":"node-1","from":"(down|slow)","to":"up","reason":"answers"/)
  })
})
