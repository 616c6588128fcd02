import { readdirSync, readFileSync, statSync } from 'node:fs'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post, STORAGE_CALL } from '../support/gateway.js'
import {
  type CreatedKey,
  createServeFolder,
  evmNetwork,
  runCommand,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { started } from '../support/started.js'
import { openSocket, refusedUpgrade } from '../support/web-socket.js'

/** In the addresses of nodes, as providers hand them out: nobody but the node may read it. */
const SECRET = 'pa55word-of-the-node'
const LABELS = new Set([
  'encoding',
  'network',
  'method',
  'outcome',
  'upstream',
  'state',
  'reason',
  'le',
  'status',
  'version',
  'node',
])
/** Of prom-client's own process metrics. */
const PROCESS_LABELS = new Set(['version', 'major', 'minor', 'patch', 'kind', 'type', 'space', 'le', 'quantile'])

let good: CreatedKey
let revoked: CreatedKey
let replies: string[]

const BAD_KEY = `tgk_${'A'.repeat(40)}`
const INVENTED = ['eth_invented', 'eth_sendTransaction', '__proto__', 'constructor', 'a"b\n}', 'x'.repeat(5_000)]

const anvil = started(() => startAnvil())
const files = started(() => {
  const secretly = anvil.url.replace('://', `://user:${SECRET}@`)
  const nowhere = `http://user:${SECRET}@127.0.0.1:9/v3/${SECRET}`
  return createServeFolder(
    serveConfig(
      { main: evmNetwork(secretly), down: evmNetwork(nowhere, `, partner: { name: helpful, url: "${secretly}" }`) },
      'log: { level: debug }\n',
    ),
  )
})
beforeAll(async () => {
  good = await files.createKey('main,down', '--plan', 'growth', '--failover')
  revoked = await files.createKey('main')
  await files.json('key', 'revoke', revoked.id)
})
const gateway = started(() => startServe(files.configFile))
beforeAll(async () => {
  replies = []
  await makeTraffic()
})

/** Everything that a caller may do right or wrong, over both transports. */
const makeTraffic = async () => {
  const ask = async (key: string, body: unknown, network = 'main') => {
    const { text, headers } = await post(httpUrl(gateway, network, key), body)
    replies.push(text, JSON.stringify([...headers]))
  }
  for (let round = 0; round < 3; round += 1) await ask(good.key, callOf('eth_blockNumber'))
  await ask(good.key, [callOf('eth_chainId'), callOf('eth_getStorageAt', ['0x1'], 2)])
  await ask(good.key, callOf('eth_getLogs', [{ blockHash: `0x${'12'.repeat(32)}` }]))
  for (const method of INVENTED) await ask(good.key, callOf(method))
  for (const key of [BAD_KEY, revoked.key, 'short', `${good.key}x`, encodeURIComponent('../metrics')]) {
    await ask(key, callOf('eth_chainId'))
    const upgrade = await refusedUpgrade(wsUrl(gateway, 'main', key))
    replies.push(upgrade.text, JSON.stringify(upgrade.headers))
  }
  await ask(good.key, 'not JSON')
  await ask(good.key, STORAGE_CALL, 'down')
  await ask(good.key, callOf('eth_blockNumber'), 'down')
  await ask(good.key, callOf('eth_blockNumber'), 'elsewhere')
  const socket = await openSocket(wsUrl(gateway, 'main', good.key))
  for (const method of ['eth_chainId', ...INVENTED]) replies.push(await socket.ask(callOf(method)))
  await socket.close()
  // The log is written in groups, every half second. The last line is that of the last invented
  // method.
  await expectSoon(() => gateway.stderr.match(/"unknownMethod":"other".*\n/g)?.length, 2 * 2, 10_000)
}

const readMetrics = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()

/** The value of one series, by its name and labels as they are written. */
const seriesValue = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('the metrics', () => {
  test('have no labels but those whose values are few', async () => {
    const lines = (await readMetrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) {
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
      expect(name).toMatch(/^(tollgate|process|nodejs)_/)
      const isProcess = /^(process|nodejs)_/.test(name!)
      for (const [, label] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) {
        expect([line, (isProcess ? PROCESS_LABELS : LABELS).has(label!)]).toEqual([line, true])
      }
    }
  })

  test('have no label for methods, networks and keys that callers invent', async () => {
    const text = await readMetrics()
    const valuesOf = (label: string) =>
      new Set([...text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'))].map(([, value]) => value))
    const known = ['eth_blockNumber', 'eth_chainId', 'eth_getLogs', 'eth_getStorageAt', 'none', 'unknown']
    expect([...valuesOf('method')].sort()).toEqual(known)
    expect([...valuesOf('network')].sort()).toEqual(['down', 'main', 'none'])
    expect([...valuesOf('upstream')].sort()).toEqual(['anvil', 'helpful'])
  })

  test('count every call once, by what it came to', async () => {
    const text = await readMetrics()
    const calls = (network: string, method: string, outcome: string) =>
      seriesValue(text, `tollgate_calls_total{network="${network}",method="${method}",outcome="${outcome}"}`)
    expect(calls('main', 'eth_blockNumber', 'ok')).toBe(3)
    expect(calls('main', 'eth_chainId', 'ok')).toBe(2)
    expect(calls('main', 'eth_getStorageAt', 'invalid-params')).toBe(1)
    expect(calls('main', 'eth_getLogs', 'node_error')).toBe(1)
    expect(calls('main', 'unknown', 'method-not-found')).toBe(2 * INVENTED.length)
    expect(calls('main', 'none', 'unauthorized')).toBe(10)
    expect(calls('main', 'none', 'parse-error')).toBe(1)
    expect(calls('down', 'eth_getStorageAt', 'ok')).toBe(1)
    expect(calls('down', 'eth_blockNumber', 'no-upstream')).toBe(1)
    expect(seriesValue(text, 'tollgate_forwarded_total{network="down",method="eth_getStorageAt"}')).toBe(1)
  })

  test('add up to the credits that the account was charged', async () => {
    const charged = [...(await readMetrics()).matchAll(/^tollgate_credits_charged_total\{.*\} (\d+)$/gm)]
    const sum = charged.reduce((total, [, credits]) => total + Number(credits), 0)
    await expectSoon(async () => (await files.json('usage', '--account', good.account)).credits, sum)
    expect(sum).toBe(3 * 80 + 2 * 5 + 255 + 80)
  })
})

describe('what must stay secret', () => {
  const secretsOf = () => [good.key, revoked.key, BAD_KEY, SECRET, Buffer.from(`user:${SECRET}`).toString('base64')]
  const expectNone = (text: string, secrets: readonly string[]) => {
    for (const secret of secrets) expect(text.includes(secret) ? `${secret} in ${text}` : 'nothing').toBe('nothing')
  }

  test('is in no metric, and neither are ids of keys and accounts', async () => {
    expectNone(await readMetrics(), [...secretsOf(), good.id, revoked.id, good.account, revoked.account])
  })

  test('is in no line of the log, which names keys and accounts by their ids', () => {
    expectNone(gateway.stderr, [...secretsOf(), 'short'])
    // The last line may not be whole yet.
    const lines = gateway.stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ msg, keyId }) => msg === 'call' && keyId === good.id).length).toBeGreaterThan(10)
    const asked = (method: string) => lines.filter(({ unknownMethod }) => unknownMethod === method)
    expect(asked('eth_invented').map(({ method }) => method)).toEqual(['unknown', 'unknown'])
    expect(asked('other')).toHaveLength(2 * 2)
  })

  test('is in no reply', () => {
    expect(replies.length).toBeGreaterThan(20)
    expectNone(replies.join('\n'), [...secretsOf(), good.account, good.id])
  })

  test('is in no complaint about the configuration', async () => {
    const network = evmNetwork(`htp://user:${SECRET}@node.example/${SECRET}`)
    const other = createServeFolder(
      serveConfig({ main: network, other: `family: evm, upstreams: ["http://u:${SECRET}@h"]` }),
    )
    for (const command of ['serve', 'check']) {
      const { code, stdout, stderr } = await runCommand(command, '--config', other.configFile)
      expect(code).toBe(1)
      expect(`${stdout}${stderr}`).toMatch(/networks\.main\.upstreams\[0\]\.url/)
      expectNone(`${stdout}${stderr}`, [SECRET])
    }
    other.remove()
  })

  test('is not in the store', () => {
    const names = readdirSync(files.folder, { recursive: true })
      .map(String)
      .filter((name) => name.startsWith('tollgate.db') && statSync(`${files.folder}/${name}`).isFile())
    expect(names).toContain('tollgate.db')
    for (const name of names) expectNone(readFileSync(`${files.folder}/${name}`, 'latin1'), [good.key, revoked.key])
  })
})

describe('the private listener', () => {
  test.each([
    ['GET', '/livez', 200],
    ['GET', '/readyz', 200],
    ['HEAD', '/readyz', 200],
    ['GET', '/readyz?verbose', 200],
    ['GET', '/metrics', 200],
    ['GET', '/', 404],
    ['GET', '/v3/key', 404],
    ['POST', '/metrics', 405],
  ])('answers %s %s with %d', async (method, path, status) => {
    expect((await fetch(`${gateway.adminUrl}${path}`, { method })).status).toBe(status)
  })

  test('says which version runs, as a probe and as a metric', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await (await fetch(`${gateway.adminUrl}/livez`)).json()).toEqual({ status: 'ok', version })
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    expect(metrics).toContain(`tollgate_build_info{version="${version}",node="${process.version}"} 1\n`)
  })

  test('is another one than that of the callers', async () => {
    for (const path of ['/metrics', '/livez', '/readyz']) {
      expect((await fetch(`${gateway.url}${path}`)).status).toBe(404)
    }
  })
})
