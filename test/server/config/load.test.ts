// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are references as they are written in the file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { type Config, statefulMethodsOf } from '../../../src/server/config/config.js'
import { formatMistakes, loadConfig, parseConfig } from '../../../src/server/config/load.js'
import { configSchema } from '../../../src/server/config/schema.js'

/** A file in the form that docs/configuration.md shows. */
const EXAMPLE = `listen: { host: 127.0.0.1, port: 8545 }            # tls: { cert: cert.pem, key: key.pem }
admin:  { host: 127.0.0.1, port: 8546, token: "\${TOLLGATE_ADMIN_TOKEN}" }
store:  sqlite:./tollgate.db                        # or postgres://user@host/db, for several replicas
plans:
  core:   { dailyCredits: 3000000, creditsPerSecond: 500 }
  growth: { dailyCredits: 150000000, creditsPerSecond: 60000, failover: true }
networks:
  ethereum-mainnet:
    family: evm
    hosts: [ethereum-mainnet.localhost]
    upstreams: [{ name: node-1, url: "http://127.0.0.1:9001" }]
    partner: { name: partner-1, url: "http://127.0.0.1:9009" }
  solana-mainnet:
    family: solana
    hosts: [solana-mainnet.localhost]
    upstreams: [{ name: agave-1, url: "http://127.0.0.1:9002" }]
limits: { maxBodyBytes: 5242880, maxBatch: 100, maxUpstreamBytes: 268435456 }
`

const parse = (text: string, env: Record<string, string> = {}) =>
  parseConfig(text, { path: '/etc/tollgate/tollgate.yaml', env, fileExists: () => true })

const good = (text: string, env: Record<string, string> = {}): Config => {
  const { config, mistakes } = parse(text, env)
  expect(mistakes).toEqual([])
  return config!
}

/** A valid file with one line more at its end. */
const MINIMAL = `plans: { core: { dailyCredits: 1, creditsPerSecond: 255 } }
networks:
  main: { family: evm, upstreams: [{ name: a, url: "http://a" }] }
`

describe('filters', () => {
  const networkOf = (more: string) => {
    const config = good(`plans: { core: { dailyCredits: 1, creditsPerSecond: 255 } }
networks: { main: { family: evm, upstreams: [${more}] } }
`)
    return statefulMethodsOf(config.networks.get('main')!)
  }
  const [one, two] = ['{ name: a, url: "http://a" }', '{ name: a, url: "http://a" }, { name: b, url: "http://b" }']

  test('are bound where there is one upstream to bind them to, and refused where there are several', () => {
    expect([networkOf(one), networkOf(two)]).toEqual(['bind', 'refuse'])
  })
})

describe('a right configuration', () => {
  test('is the one that the product page shows', () => {
    const config = good(EXAMPLE, { TOLLGATE_ADMIN_TOKEN: 'hush' })
    expect(config.admin).toEqual({ host: '127.0.0.1', port: 8546, hosts: [], token: 'hush' })
    expect(config.store).toBe('sqlite:/etc/tollgate/tollgate.db')
    expect([...config.plans.keys()]).toEqual(['core', 'growth'])
    expect(config.plans.get('growth')).toEqual({
      name: 'growth',
      dailyCredits: 150000000,
      creditsPerSecond: 60000,
      burstSeconds: 10,
      failover: true,
      maxConnections: 1000,
      maxSubscriptions: 10000,
    })
    expect(config.networks.get('ethereum-mainnet')).toEqual({
      name: 'ethereum-mainnet',
      family: 'evm',
      hosts: ['ethereum-mainnet.localhost'],
      upstreams: [
        { name: 'node-1', url: 'http://127.0.0.1:9001', weight: 1, archive: false, gzip: false, share: 'off' },
      ],
      cors: ['*'],
      partner: expect.objectContaining({ name: 'partner-1', url: 'http://127.0.0.1:9009' }),
      safeTag: true,
      verifyLogs: 'bloom',
      pollMs: 1_000,
      hedging: true,
      cache: true,
      contracts: [],
      checkAnswers: 0.01,
    })
  })

  test('gets its defaults', () => {
    const config = good(MINIMAL)
    expect(config.listen).toEqual({ host: '127.0.0.1', port: 8545, docs: true, compression: false, trustedProxies: 0 })
    expect(config.admin).toEqual({ host: '127.0.0.1', port: 8546, hosts: [] })
    expect(config.log).toEqual({ level: 'info', sample: 1 })
    expect(config.limits).toEqual({
      maxBodyBytes: 5242880,
      maxPendingBodyBytes: 134217728,
      maxBatch: 100,
      maxDepth: 64,
      maxUpstreamBytes: 268435456,
      maxHeldBytes: 536870912,
      maxMessagesInFlight: 100,
      maxBufferedBytes: 67108864,
      maxUpstreamConnections: 256,
      maxUpstreamWaiting: 10000,
      headersTimeoutMs: 10000,
      bodyTimeoutMs: 30000,
      keepAliveTimeoutMs: 65000,
      writeTimeoutMs: 60000,
      minReadBytesPerSecond: 16384,
      maxHeaderBytes: 16384,
      maxConnections: 20000,
      maxSubscriptions: 1000,
      maxLogParts: 100,
      drainTimeoutMs: 30000,
      maxFreeCallsPerSecond: 1000,
      maxRefusalsPerSecond: 100,
      maxUnknownKeysPerSecond: 10,
      refusalSeconds: 5,
    })
    expect(config.networks.get('main')).toMatchObject({ hosts: [], cors: ['*'], safeTag: true })
  })

  test('is frozen through and through', () => {
    const config = good(MINIMAL)
    for (const part of [config, config.listen, config.limits, config.plans.get('core')]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
    expect(Object.isFrozen(config.networks.get('main')?.upstreams[0])).toBe(true)
  })

  test('has its hosts in lower case and its files relative to itself', () => {
    const config = good(
      `${MINIMAL.replace('family: evm', 'family: evm, hosts: [Main.Example]')}listen: { tls: { cert: tls/cert.pem, key: /k.pem } }`,
    )
    expect(config.networks.get('main')?.hosts).toEqual(['main.example'])
    expect(config.listen.tls).toEqual({ cert: '/etc/tollgate/tls/cert.pem', key: '/k.pem' })
  })

  test('may leave the limits of a plan to its accounts, and take free ports', () => {
    const config = good(`${MINIMAL}listen: { port: 0 }`.replace('{ dailyCredits: 1, creditsPerSecond: 255 }', '{}'))
    expect(config.plans.get('core')).toEqual({
      name: 'core',
      burstSeconds: 10,
      failover: false,
      maxConnections: 1000,
      maxSubscriptions: 10000,
    })
    expect(config.listen.port).toBe(0)
  })
})

describe('environment variables', () => {
  test('become numbers and booleans where those belong, and stay text elsewhere', () => {
    const config = good(
      `${MINIMAL}listen: { port: "\${PORT}" }\nadmin: { token: "\${TOKEN}" }\nlog: { level: "\${LEVEL:-warn}" }`,
      {
        PORT: '9000',
        TOKEN: '12345',
      },
    )
    expect([config.listen.port, config.admin.token, config.log.level]).toEqual([9000, '12345', 'warn'])
  })

  test('become fractions, in all forms that YAML has', () => {
    const shares = (RATIO: string, SAMPLE: string, CHECKED: string) => {
      const text = `${MINIMAL.replace('evm,', 'evm, checkAnswers: "${CHECKED}",')}log: { sample: "\${SAMPLE}" }
tracing: { endpoint: "http://127.0.0.1:4318", ratio: "\${RATIO}" }`
      const { tracing, log, networks } = good(text, { RATIO, SAMPLE, CHECKED })
      return [tracing?.ratio, log.sample, networks.get('main')?.checkAnswers]
    }
    expect(shares('0.25', '.5', '1.')).toEqual([0.25, 0.5, 1])
    expect(shares('1', '2.5e-1', '+0')).toEqual([1, 0.25, 0])
  })

  test('may stand in the middle of a value, more than once, without quotes in block style', () => {
    const text = `${MINIMAL}store: sqlite:\${DIR}/\${NAME:-tollgate}.db`
    expect(good(text, { DIR: '/data' }).store).toBe('sqlite:/data/tollgate.db')
  })

  test('take their default when they are empty, and may default to nothing', () => {
    const text = `${MINIMAL}log: { level: "\${A:-}\${B:-debug}" }`
    expect(good(text, { B: '' }).log.level).toBe('debug')
  })

  test('mean the same where an alias repeats them', () => {
    const text = `plans: { core: { dailyCredits: &d "\${D}", creditsPerSecond: 255 }, more: { dailyCredits: *d, creditsPerSecond: 255 } }
networks:
  main: { family: evm, upstreams: &nodes [{ name: a, url: "http://a", wsUrl: &none "\${W:-}" }] }
  other: { family: evm, upstreams: *nodes }
admin: { token: *none }
`
    const config = good(text, { D: '7' })
    expect([...config.plans.values()].map(({ dailyCredits }) => dailyCredits)).toEqual([7, 7])
    expect(config.admin.token).toBeUndefined()
    const secret = parse(
      text.replace('dailyCredits: *d', 'dailyCredits: 1').replace('other: { family: evm', 'other: { family: *d'),
      { D: 'TOPSECRET' },
    )
    expect(JSON.stringify(secret.mistakes)).toMatch(/^(?!.*TOPSECRET).*must be evm or solana/)
  })

  test('can be written without being meant', () => {
    expect(good(`${MINIMAL}admin: { token: "a$\${B}" }`).admin.token).toBe('a${B}')
  })

  test('are not expanded a second time, and cannot add structure', () => {
    expect(good(`${MINIMAL}admin: { token: "\${A}" }`, { A: '${B}: {c: d}' }).admin.token).toBe('${B}: {c: d}')
  })
})

describe('a file', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-config-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is read', () => {
    const path = join(folder, 'tollgate.yaml')
    writeFileSync(path, MINIMAL)
    expect(loadConfig(path, {}).config?.store).toBe(`sqlite:${folder}/tollgate.db`)
  })

  test('that is not there is a mistake that says what to do', () => {
    const { mistakes } = loadConfig(join(folder, 'none.yaml'), {})
    expect(formatMistakes('none.yaml', mistakes)).toMatch(
      /^none\.yaml:1:1 there is no such file; create it .*tollgate demo/,
    )
  })

  test('that is a folder is a mistake', () => {
    const message = 'is a pipe, a device or a folder: only regular files are read'
    expect(loadConfig(folder, {}).mistakes).toEqual([{ line: 1, column: 1, path: '', message }])
  })
})

// When a process starts, nothing judges it.
test("the configuration's schema is a schema", () => {
  expect(new Ajv({ strict: false }).validateSchema(configSchema())).toBe(true)
})
