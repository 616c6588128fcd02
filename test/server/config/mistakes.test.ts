// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are references as they are written in the file.
import { formatMistakes, parseConfig } from '../../../src/server/config/load.js'

const parse = (text: string, env: Record<string, string> = {}, fileExists = (_path: string) => true) =>
  parseConfig(text, { path: '/etc/tollgate/tollgate.yaml', env, fileExists })

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

test.each(['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'gateway.example'])(
  'a listener may have the host %s',
  (host) => {
    expect(wrong(`${MINIMAL}listen: { host: "${host}" }`)).toEqual([''])
  },
)

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
      ['3:52 networks.main.upstreams[0].url: must be an http:// or https:// address, such as http://127.0.0.1:8545'],
    ],
    [
      'an impossible address',
      MINIMAL.replace('http://a', 'http://a:99999'),
      ['3:52 networks.main.upstreams[0].url: is not a valid address'],
    ],
    [
      'an impossible address for account holders',
      `${MINIMAL}dashboard: { publicUrl: "https://<your-domain>", linkWebhook: { url: "https://a:99999", secret: "${'s'.repeat(32)}" } }`,
      ['4:25 dashboard.publicUrl: is not a valid address', '4:70 dashboard.linkWebhook.url: is not a valid address'],
    ],
    [
      'impossible addresses of what the gateway posts to',
      `${MINIMAL}tracing: { endpoint: "http://a:99999" }\nwebhooks: [{ url: "http://a b", secret: "${'s'.repeat(32)}" }]`,
      ['4:22 tracing.endpoint: is not a valid address', '5:19 webhooks[0].url: is not a valid address'],
    ],
    [
      'round trips shared over a WebSocket',
      MINIMAL.replace('"http://a"', '"http://a", share: websocket'),
      ['3:71 networks.main.upstreams[0].share: must be off or batch, not "websocket"'],
    ],
    [
      'two upstreams of one name',
      MINIMAL.replace(' }] }', ' }], partner: { name: a, url: "http://b" } }'),
      ['3:84 networks.main.partner.name: two upstreams of this network are named a'],
    ],
    [
      'a chain id on Solana',
      MINIMAL.replace('family: evm', 'family: solana, chainId: 1'),
      ['3:36 networks.main.chainId: is for EVM networks; here it is genesisHash'],
    ],
    [
      'a check of logs on Solana',
      MINIMAL.replace('family: evm', 'family: solana, verifyLogs: receipts'),
      ['3:39 networks.main.verifyLogs: is for EVM networks'],
    ],
    [
      'blocks of an EVM network on Solana',
      MINIMAL.replace('family: evm', 'family: solana, safeTag: false, recentBlocks: 128'),
      ['3:36 networks.main.safeTag: is for EVM networks', '3:57 networks.main.recentBlocks: is for EVM networks'],
    ],
    [
      'the genesis hash of the other family',
      MINIMAL.replace('family: evm', `family: solana, genesisHash: "0x${'0a'.repeat(32)}"`),
      ['3:40 networks.main.genesisHash: must be 32 bytes in base58, as Solana nodes write it'],
    ],
    [
      'a genesis hash that is too short',
      MINIMAL.replace('family: evm', 'family: evm, genesisHash: "0xabc"'),
      ['3:37 networks.main.genesisHash: must be "0x" and 64 hexadecimal digits'],
    ],
    ...['listen', 'admin', 'dashboard'].map((name): [string, string, string[]] => [
      `a host of ${name} that cannot be one`,
      `${MINIMAL}${name}: { host: "my host" }`,
      [`4:${name.length + 11} ${name}.host: must be an IP address or a host name, without a port`],
    ]),
    [
      'a text for a number',
      `${MINIMAL}listen: { port: many }`,
      ['4:17 listen.port: must be a whole number, not a text'],
    ],
    [
      'a drain longer than a day',
      `${MINIMAL}limits: { drainTimeoutMs: 2147483647 }`,
      ['4:27 limits.drainTimeoutMs: must be at most 86400000'],
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
      'an address with a path, where links are made of it',
      `${MINIMAL}dashboard: { publicUrl: "https://a.example/account" }`,
      [
        '4:25 dashboard.publicUrl: must be an http:// or https:// address without a path, such as https://account.example.com',
      ],
    ],
    [
      'PostgreSQL',
      `${MINIMAL}store: postgres:tollgate`,
      ['4:8 store: must be postgres://USER:PASSWORD@HOST:PORT/DATABASE'],
    ],
    [
      'a password with a code that is no character',
      `${MINIMAL}store: postgres://a:secret%ff@b/c`,
      ['4:8 store: has a % that begins no character in UTF-8; write %25 for a % itself'],
    ],
    [
      'an sslmode that there is not',
      `${MINIMAL}store: postgres://a:secret@b/c?sslmode=prefer`,
      ['4:8 store: has an unknown sslmode; it must be disable, require, verify-ca, verify-full'],
    ],
    [
      'a CA that nothing verifies',
      `${MINIMAL}store: postgres://a:secret@b/c?sslrootcert=ca.pem`,
      ['4:8 store: has sslrootcert, which takes sslmode=verify-full, verify-ca or require'],
    ],
    [
      'another store',
      `${MINIMAL}store: redis://x`,
      ['4:8 store: must be sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE'],
    ],
    [
      'a store in memory',
      `${MINIMAL}store: "sqlite::memory:"`,
      ['4:8 store: must be sqlite:PATH, where PATH names a file'],
    ],
    [
      'less held than one answer',
      `${MINIMAL}limits: { maxHeldBytes: 1024 }`,
      ['4:25 limits.maxHeldBytes: must be at least twice limits.maxUpstreamBytes, which is 268435456'],
    ],
    [
      'bodies of which not even one is let in',
      `${MINIMAL}limits: { maxPendingBodyBytes: 1024 }`,
      ['4:32 limits.maxPendingBodyBytes: must be at least limits.maxBodyBytes, which is 5242880'],
    ],
    [
      'an identity provider without an address to come back to',
      `${MINIMAL}dashboard: { openid: { issuer: "https://id.example.com", clientId: a, clientSecret: b } }`,
      ['4:14 dashboard.openid: needs dashboard.publicUrl'],
    ],
    [
      'an identity provider without TLS on another machine',
      `${MINIMAL}dashboard: { publicUrl: "https://a.example", openid: { issuer: "http://127.0.0.1.example", clientId: a, clientSecret: b } }`,
      [
        '4:64 dashboard.openid.issuer: must begin with https://; only an address of this machine may begin with http://',
      ],
    ],
    ['a short secret', `${MINIMAL}stateSecret: short`, ['4:14 stateSecret: must have at least 32 characters']],
    ['an empty token', `${MINIMAL}admin: { token: "" }`, ['4:17 admin.token: must not be empty']],
    [
      'a token with a blank behind it, which headers lose',
      `${MINIMAL}admin: { token: "abc " }`,
      ['4:17 admin.token: must be printable ASCII without blanks around it'],
    ],
    [
      "an identity provider's secret with a line end",
      `${MINIMAL}dashboard: { publicUrl: "https://a.example", openid: { issuer: "https://a.example", clientId: a, clientSecret: "b\\n" } }`,
      ['4:112 dashboard.openid.clientSecret: must be printable ASCII'],
    ],
    [
      "a dashboard's port that is the public listener's",
      `${MINIMAL}dashboard: { enabled: true, port: 8545 }`,
      ['4:35 dashboard.port: is listen.port too, 8545; two listeners need two ports'],
    ],
    [
      "a dashboard's port that is the private listener's, which listens everywhere",
      `${MINIMAL}admin: { host: "0.0.0.0" }\ndashboard: { enabled: true, port: 8546 }`,
      ['5:35 dashboard.port: is admin.port too, 8546; two listeners need two ports'],
    ],
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
      'a reference inside a default',
      `${MINIMAL}admin: { token: "\${A:-\${B}}" }`,
      ['4:17 admin.token: has "${" inside the default of A; a default cannot contain a variable'],
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

  test('a token with a line end from the environment, which no header can carry', () => {
    expect(wrong(`${MINIMAL}admin: { token: "\${T}" }`, { T: 'abc\n' })).toEqual([
      '4:17 admin.token: must be printable ASCII without blanks around it',
    ])
  })

  test('a text that no pattern of the schema allows, each in words of its own', () => {
    const text = `plans: { core: {} }
networks: { main: { family: evm, upstreams: [{ name: a, url: "http://a" }], contracts: [{ file: a, broadcast: ["a b"] }] } }
admin: { hosts: ["a:1"] }
dashboard:
  publicUrl: "https://a.example"
  openid: { issuer: "https://a.example?b", clientId: a, clientSecret: b, groupsScope: "a b" }
tracing: { endpoint: "http://a", headers: { "a b": "c", d: "\\u00e9" } }
`
    expect(wrong(text)).toEqual([
      '2:112 networks.main.contracts[0].broadcast[0]: must be the name of a method: letters, digits and "_"',
      '3:18 admin.hosts[0]: must be a host name, without a port',
      '6:21 dashboard.openid.issuer: must be an http:// or https:// address without user, query and fragment',
      '6:87 dashboard.openid.groupsScope: must be one scope: printable ASCII without blanks, quotes and backslashes',
      '7:45 tracing.headers.a b: the name of a header has letters, digits and "-"',
      '7:60 tracing.headers.d: must be printable ASCII',
    ])
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

  test('proofs asked of any upstream but the partner of an EVM network, and a share of answers that is none', () => {
    const text = `plans: { p: {} }
networks:
  one: { family: evm, upstreams: [{ name: a, url: "http://a", verifyProofs: true }], checkAnswers: 1.5 }
  two:
    family: solana
    upstreams: [{ name: a, url: "http://a" }]
    partner: { name: b, url: "http://b", verifyProofs: true }
  three:
    family: evm
    checkAnswers: often
    upstreams: [{ name: a, url: "http://a" }]
    partner: { name: b, url: "http://b", verifyProofs: true }
`
    expect(wrong(text)).toEqual([
      '3:77 networks.one.upstreams[0].verifyProofs: is for the partner of an EVM network',
      '3:100 networks.one.checkAnswers: must be at most 1',
      '7:56 networks.two.partner.verifyProofs: is for the partner of an EVM network',
      '10:19 networks.three.checkAnswers: must be a number, not a text',
    ])
  })

  test('TLS files that are not there, looked for beside the file', () => {
    const text = `${MINIMAL}listen: { tls: { cert: cert.pem, key: key.pem } }`
    expect(wrong(text, {}, (path) => path !== '/etc/tollgate/key.pem')).toEqual([
      '4:39 listen.tls.key: there is no file /etc/tollgate/key.pem',
    ])
  })

  test('headers of an upstream that the gateway sets itself, that come twice, or that would break the request', () => {
    const text = `plans: { core: { dailyCredits: 1000, burstSeconds: 0 } }
networks:
  main:
    family: evm
    cors: ["https://App.example", "https://app.example/"]
    upstreams:
      - name: a
        url: "http://user:pw@a"
        headers: { Content-Length: "5", x-key: "k3y", X-Key: "k3y", authorization: "Bearer k3y" }
      - name: b
        url: "http://b"
        headers: { "X Key": "k3y", X-Other: "k3y\\r\\nk3y" }
`
    const found = wrong(text)
    const origin = 'must be * or an origin as browsers send it, in lower case and without a path: https://app.example'
    expect(found).toEqual([
      '1:52 plans.core.burstSeconds: must be at least 1',
      `5:12 networks.main.cors[0]: ${origin}`,
      `5:35 networks.main.cors[1]: ${origin}`,
      '9:36 networks.main.upstreams[0].headers.Content-Length: is set by the gateway itself',
      '9:62 networks.main.upstreams[0].headers.X-Key: is there twice',
      '9:84 networks.main.upstreams[0].headers.authorization: is there besides the user and password of the address',
      '12:20 networks.main.upstreams[1].headers.X Key: the name of a header has letters, digits, "-" and "_"',
      '12:45 networks.main.upstreams[1].headers.X-Other: must be printable ASCII without blanks around it',
    ])
    expect(found.join()).not.toContain('k3y')
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

  test('of two documents in one file', () => {
    expect(wrong(`${MINIMAL}---\na: 1`)).toEqual(['4:1 only one YAML document is allowed'])
  })

  test('never show a secret', () => {
    const text = `${MINIMAL.replace('http://a', '${NODE}')}admin: { token: ["\${SECRET}"] }\nlog: { level: "\${SECRET}" }\nstore: "\${SECRET}"`
    const found = wrong(text, { SECRET: 'hush-hush', NODE: 'ftp://me:hush-hush@a' })
    expect(found).toHaveLength(4)
    expect(found.join()).not.toContain('hush')
  })
})

test('a CA file is looked for beside the configuration', () => {
  const text = `${MINIMAL}store: postgres://a:secret@b/c?sslmode=verify-full&sslrootcert=ca.pem\n`
  const store = 'postgres://a:secret@b/c?sslmode=verify-full&sslrootcert=%2Fetc%2Ftollgate%2Fca.pem'
  expect(parse(text).config?.store).toBe(store)
  expect(wrong(text, {}, (path) => path !== '/etc/tollgate/ca.pem')).toEqual([
    '4:8 store: there is no file /etc/tollgate/ca.pem',
  ])
})
