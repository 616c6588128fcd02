// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are references as they are written in the file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../src/config/config.js'
import { formatMistakes, loadConfig, parseConfig } from '../../src/config/load.js'

/** The file that PRODUCT.md shows. */
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
limits: { maxBodyBytes: 1048576, maxBatch: 100, maxUpstreamBytes: 268435456 }
`

const parse = (text: string, env: Record<string, string> = {}, fileExists = (_path: string) => true) =>
  parseConfig(text, { path: '/etc/tollgate/tollgate.yaml', env, fileExists })

const good = (text: string, env: Record<string, string> = {}): Config => {
  const { config, mistakes } = parse(text, env)
  expect(mistakes).toEqual([])
  return config!
}

/** Mistakes as `line:column path: message`. */
const wrong = (text: string, env: Record<string, string> = {}, fileExists = (_path: string) => true): string[] =>
  formatMistakes('', parse(text, env, fileExists).mistakes)
    .split('\n')
    .map((line) => line.slice(1))

/** A valid file with one line more at its end. */
const MINIMAL = `plans: { core: { dailyCredits: 1, creditsPerSecond: 255 } }
networks:
  main: { family: evm, upstreams: [{ name: a, url: "http://a" }] }
`

describe('a right configuration', () => {
  test('is the one that the product page shows', () => {
    const config = good(EXAMPLE, { TOLLGATE_ADMIN_TOKEN: 'hush' })
    expect(config.admin).toEqual({ host: '127.0.0.1', port: 8546, token: 'hush' })
    expect(config.store).toBe('sqlite:/etc/tollgate/tollgate.db')
    expect([...config.plans.keys()]).toEqual(['core', 'growth'])
    expect(config.plans.get('growth')).toEqual({
      name: 'growth',
      dailyCredits: 150000000,
      creditsPerSecond: 60000,
      failover: true,
      maxConnections: 1000,
    })
    expect(config.networks.get('ethereum-mainnet')).toEqual({
      name: 'ethereum-mainnet',
      family: 'evm',
      hosts: ['ethereum-mainnet.localhost'],
      upstreams: [{ name: 'node-1', url: 'http://127.0.0.1:9001' }],
      partner: { name: 'partner-1', url: 'http://127.0.0.1:9009' },
      safeTag: true,
    })
  })

  test('gets its defaults', () => {
    const config = good(MINIMAL)
    expect(config.listen).toEqual({ host: '127.0.0.1', port: 8545, trustedProxies: 0 })
    expect(config.admin).toEqual({ host: '127.0.0.1', port: 8546 })
    expect(config.log).toEqual({ level: 'info' })
    expect(config.limits).toEqual({
      maxBodyBytes: 1048576,
      maxBatch: 100,
      maxDepth: 64,
      maxUpstreamBytes: 268435456,
      maxHeldBytes: 536870912,
      maxMessageBytes: 1048576,
      maxMessagesInFlight: 100,
      maxBufferedBytes: 67108864,
      maxUpstreamConnections: 256,
      headersTimeoutMs: 10000,
      bodyTimeoutMs: 30000,
      keepAliveTimeoutMs: 65000,
      writeTimeoutMs: 60000,
      maxHeaderBytes: 16384,
      maxConnections: 20000,
      drainTimeoutMs: 30000,
      maxRefusalsPerSecond: 100,
      refusalSeconds: 5,
    })
    expect(config.networks.get('main')).toMatchObject({ hosts: [], safeTag: true })
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
    expect(config.plans.get('core')).toEqual({ name: 'core', failover: false, maxConnections: 1000 })
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

  test('may stand in the middle of a value, more than once, without quotes in block style', () => {
    const text = `${MINIMAL}store: sqlite:\${DIR}/\${NAME:-tollgate}.db`
    expect(good(text, { DIR: '/data' }).store).toBe('sqlite:/data/tollgate.db')
  })

  test('take their default when they are empty, and may default to nothing', () => {
    const text = `${MINIMAL}log: { level: "\${A:-}\${B:-debug}" }`
    expect(good(text, { B: '' }).log.level).toBe('debug')
  })

  test('can be written without being meant', () => {
    expect(good(`${MINIMAL}admin: { token: "a$\${B}" }`).admin.token).toBe('a${B}')
  })

  test('are not expanded a second time, and cannot add structure', () => {
    expect(good(`${MINIMAL}admin: { token: "\${A}" }`, { A: '${B}: {c: d}' }).admin.token).toBe('${B}: {c: d}')
  })
})

describe('mistakes', () => {
  const cases: [string, string, string[]][] = [
    ['an empty file', '', ['1:1 plans: is missing', '1:1 networks: is missing']],
    ['no mapping', '- a', ['1:1 must be a mapping (key: value), not a list']],
    ['an unknown key', `${MINIMAL}lisen: {}`, ['4:1 lisen: is not a known key, did you mean "listen"?']],
    ['a key like no other', `${MINIMAL}zebra: {}`, ['4:1 zebra: is not a known key']],
    [
      'an unknown key inside',
      `${MINIMAL}limits: { maxBtach: 1 }`,
      ['4:11 limits.maxBtach: is not a known key, did you mean "maxBatch"?'],
    ],
    ['a key given twice', `${MINIMAL}plans: {}`, ['4:1 plans: is there twice']],
    [
      'an unknown family',
      MINIMAL.replace('evm', 'evn'),
      ['3:19 networks.main.family: must be evm or solana, not "evn", did you mean "evm"?'],
    ],
    ['a missing family', MINIMAL.replace('family: evm, ', ''), ['3:3 networks.main.family: is missing']],
    [
      'no upstreams',
      MINIMAL.replace('[{ name: a, url: "http://a" }]', '[]'),
      ['3:24 networks.main.upstreams: needs at least one entry'],
    ],
    [
      'a file for an upstream',
      MINIMAL.replace('http://a', 'file:///pw'),
      ['3:52 networks.main.upstreams[0].url: must be an http:// or https:// address'],
    ],
    [
      'an impossible address',
      MINIMAL.replace('http://a', 'http://a:99999'),
      ['3:52 networks.main.upstreams[0].url: is not a valid address'],
    ],
    [
      'two upstreams of one name',
      MINIMAL.replace(' }] }', ' }], partner: { name: a, url: "http://b" } }'),
      ['3:84 networks.main.partner.name: two upstreams of this network are named a'],
    ],
    [
      'a text for a number',
      `${MINIMAL}listen: { port: many }`,
      ['4:17 listen.port: must be a whole number, not a text'],
    ],
    ['a port too high', `${MINIMAL}listen: { port: 65536 }`, ['4:17 listen.port: must be at most 65535']],
    [
      'a plan too slow',
      MINIMAL.replace('255', '254'),
      ['1:53 plans.core.creditsPerSecond: must be at least 255, the price of eth_getLogs'],
    ],
    [
      'negative credits',
      MINIMAL.replace('dailyCredits: 1', 'dailyCredits: -1'),
      ['1:32 plans.core.dailyCredits: must be at least 0'],
    ],
    [
      'a network name with a capital',
      MINIMAL.replace('main', 'Main'),
      ['3:3 networks.Main: a network name is part of an address: only a-z, 0-9 and "-" are allowed'],
    ],
    [
      'a network named like an address',
      MINIMAL.replace('main', 'v3'),
      ['3:3 networks.v3: this name is taken by an address of the gateway'],
    ],
    [
      'a network named like a file',
      MINIMAL.replace('main', 'openrpc.json'),
      ['3:3 networks.openrpc.json: a network name is part of an address: only a-z, 0-9 and "-" are allowed'],
    ],
    [
      'a host with a port',
      MINIMAL.replace('evm', 'evm, hosts: ["a:1"]'),
      ['3:32 networks.main.hosts[0]: must be a host name, without a port'],
    ],
    [
      'PostgreSQL',
      `${MINIMAL}store: postgres://me:hush@db/x`,
      ['4:8 store: PostgreSQL is not yet supported; use sqlite:PATH'],
    ],
    ['another store', `${MINIMAL}store: redis://x`, ['4:8 store: must be sqlite:PATH']],
    [
      'a store in memory',
      `${MINIMAL}store: "sqlite::memory:"`,
      ['4:8 store: must be sqlite:PATH, where PATH names a file'],
    ],
    [
      'less held than one answer',
      `${MINIMAL}limits: { maxHeldBytes: 1024 }`,
      ['4:25 limits.maxHeldBytes: must be at least limits.maxUpstreamBytes, which is 268435456'],
    ],
    ['an empty token', `${MINIMAL}admin: { token: "" }`, ['4:17 admin.token: must not be empty']],
    [
      'a variable that is not set',
      `${MINIMAL}admin: { token: "\${NO_SUCH}" }`,
      ['4:17 admin.token: environment variable NO_SUCH is not set and has no default'],
    ],
    [
      'a broken reference',
      `${MINIMAL}store: sqlite:\${A`,
      ['4:8 store: has "${" that begins no ${NAME} or ${NAME:-default}; write "$${" for the characters themselves'],
    ],
    [
      'a reference without quotes',
      `${MINIMAL}admin: { token: \${A} }`,
      ['4:18 inside { } and [ ] a ${VARIABLE} must stand in quotes: "${VARIABLE}"'],
    ],
    ['an alias of nothing', `${MINIMAL}log: *x`, ['4:6 the alias *x stands for nothing']],
    ['nothing under a key', `${MINIMAL}limits:`, ['4:1 limits: must be a mapping (key: value), not nothing']],
  ]
  test.each(cases)('%s', (_name, text, mistakes) => {
    expect(wrong(text)).toEqual(mistakes)
  })

  test('a host that two networks claim, in whatever case', () => {
    const text = `plans: { core: {} }
networks:
  one:
    family: evm
    hosts: [a.example, b.example]
    upstreams: [{ name: a, url: "http://a" }]
  two:
    family: evm
    hosts:
      - A.example
    upstreams: [{ name: a, url: "http://a" }]
`
    expect(wrong(text)).toEqual(['10:9 networks.two.hosts[0]: host A.example already belongs to network one'])
  })

  test('TLS files that are not there, looked for beside the file', () => {
    const text = `${MINIMAL}listen: { tls: { cert: cert.pem, key: key.pem } }`
    expect(wrong(text, {}, (path) => path !== '/etc/tollgate/key.pem')).toEqual([
      '4:39 listen.tls.key: there is no file /etc/tollgate/key.pem',
    ])
  })

  test('are all reported at once, in the order of the file', () => {
    const text = `listen: { port: 70000, hots: x }
admin: { token: "\${NO_SUCH}" }
plans: { slow: { creditsPerSecond: 5 } }
networks: { main: { family: evn } }
plans: {}
`
    expect(wrong(text).map((mistake) => mistake.split(' ').slice(0, 2).join(' '))).toEqual([
      '1:17 listen.port:',
      '1:24 listen.hots:',
      '2:17 admin.token:',
      '4:13 networks.main.upstreams:',
      '4:29 networks.main.family:',
      '5:1 plans:',
    ])
  })

  test('never show a secret', () => {
    const text = `${MINIMAL.replace('http://a', '${NODE}')}admin: { token: ["\${SECRET}"] }\nlog: { level: "\${SECRET}" }\nstore: "\${SECRET}"`
    const found = wrong(text, { SECRET: 'hush-hush', NODE: 'ftp://me:hush-hush@a' })
    expect(found).toHaveLength(4)
    expect(found.join()).not.toContain('hush')
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

  test('that cannot be read is a mistake', () => {
    expect(loadConfig(folder, {}).mistakes).toEqual([
      { line: 1, column: 1, path: '', message: 'cannot be read (EISDIR)' },
    ])
  })
})
