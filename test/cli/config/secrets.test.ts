import { configSchema } from '../../../src/server/config/schema.js'
import { Workplace } from '../../support/command-line.js'

const place = new Workplace()

const MARK = 'pa55'

const NODE = {
  ...{ name: 'node-1', url: `https://a:${MARK}@node.example/${MARK}?${MARK}` },
  ...{ wsUrl: `wss://node.example/${MARK}`, headers: { 'X-Api-Key': MARK } },
}

/** A file that sets every secret; each has MARK in it. */
const SECRETS = {
  admin: { token: `${MARK}-of-the-admin-api` },
  dashboard: {
    enabled: true,
    publicUrl: 'https://account.example.com',
    linkWebhook: { url: `https://hooks.example/${MARK}`, secret: `${MARK}-of-the-link-webhook` },
    openid: { issuer: 'https://id.example', clientId: 'tollgate', clientSecret: `${MARK}-of-the-client` },
  },
  store: `postgres://gate:${MARK}@db.example/tollgate?password=${MARK}`,
  stateSecret: `${MARK}-${'0'.repeat(40)}`,
  plans: { core: { dailyCredits: 3_000_000, creditsPerSecond: 500 } },
  networks: {
    main: {
      family: 'evm',
      upstreams: [NODE],
      partner: { ...NODE, name: 'partner-1' },
    },
  },
  cache: { shared: `redis://:${MARK}@cache.example:6379/0` },
  webhooks: [{ url: `https://hooks.example/${MARK}`, secret: `${MARK}-of-the-webhook` }],
  tracing: { endpoint: `https://otel.example/${MARK}`, headers: { Authorization: `Bearer ${MARK}` } },
}

/** Names that look like those of secrets, and what they hold instead. */
const PUBLIC: Readonly<Record<string, string>> = {
  'listen.tls.key': 'the path of a file',
  'listen.publicUrl': 'what callers see',
  'dashboard.publicUrl': 'what holders see',
  'networks.*.upstreams.*.headers': 'their names; the values are secrets',
  'networks.*.partner.headers': 'their names; the values are secrets',
  tokens: 'public keys, and what tokens must have',
}
const LOOKS_SECRET = /secret|token|passw|credential|key$|url$|headers$|^store$|^shared$|endpoint/i

interface SchemaPart {
  readonly $ref?: string
  readonly type?: string
  readonly writeOnly?: boolean
  readonly properties?: Readonly<Record<string, SchemaPart>>
  readonly additionalProperties?: SchemaPart | boolean
  readonly items?: SchemaPart
  readonly definitions?: Readonly<Record<string, SchemaPart>>
}

const schema: SchemaPart = configSchema()

/** All keys below a part of the schema: the path, with `*` for an operator's own name or a row. */
function* keysBelow(given: SchemaPart, path: readonly string[] = []): Generator<{ path: string[]; isSecret: boolean }> {
  const part = given.$ref === undefined ? given : schema.definitions![given.$ref.split('/').at(-1)!]!
  const { additionalProperties: rest, items, properties = {} } = part
  const isHidden = part.writeOnly === true
  if (path.length > 0) yield { path: [...path], isSecret: isHidden }
  if (isHidden) return
  for (const [name, child] of Object.entries(properties)) yield* keysBelow(child, [...path, name])
  for (const child of [rest, items]) if (typeof child === 'object') yield* keysBelow(child, [...path, '*'])
}

/** The values at a path; `*` stands for every member. */
const valuesAt = (node: unknown, [step, ...rest]: readonly string[]): unknown[] => {
  if (step === undefined) return node === undefined ? [] : [node]
  if (typeof node !== 'object' || node === null) return []
  const next = step === '*' ? Object.values(node) : [(node as Readonly<Record<string, unknown>>)[step]]
  return next.flatMap((one) => valuesAt(one, rest))
}

const keys = [...keysBelow(schema)]
const secrets = keys.filter(({ isSecret }) => isSecret)

test('every key whose name is that of a secret is marked as one, or named as public', () => {
  const unmarked = keys
    .filter(({ path, isSecret }) => !isSecret && LOOKS_SECRET.test(path.at(-1)!))
    .map(({ path }) => path.join('.'))
  expect(unmarked.sort()).toEqual(Object.keys(PUBLIC).sort())
})

test('config show prints no secret of the schema, as text or as JSON', async () => {
  expect(secrets.length).toBeGreaterThan(14)
  for (const { path } of secrets) {
    const values = valuesAt(SECRETS, path)
    // A new secret needs a value in SECRETS.
    expect([path.join('.'), values.length > 0]).toEqual([path.join('.'), true])
    for (const value of values)
      expect([path.join('.'), JSON.stringify(value)]).toEqual([path.join('.'), expect.stringContaining(MARK)])
  }
  place.write('tollgate.yaml', JSON.stringify(SECRETS))
  for (const format of [[], ['--json']]) {
    const { status, stdout, stderr } = await place.tollgate('config', 'show', ...format)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('clientSecret')
    expect(stdout).not.toContain(MARK)
  }
})

test('a mistake beside the secrets is told without them', async () => {
  place.write('tollgate.yaml', JSON.stringify({ ...SECRETS, nonsense: 1 }))
  for (const command of [['config', 'show'], ['check']]) {
    const { status, stdout, stderr } = await place.tollgate(...command)
    expect(status).toBe(1)
    expect(stdout + stderr).not.toContain(MARK)
  }
})
