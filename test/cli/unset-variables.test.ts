// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they are written in the file
import { parseConfig } from '../../src/server/config/load.js'
import { configSchema } from '../../src/server/config/schema.js'
import { CONFIG, Workplace } from '../support/command-line.js'

const place = new Workplace()
const SECRETS = `${CONFIG.replace('"http://127.0.0.1:1"', '"https://node.example/${NODE_KEY}"')}
admin: { token: "\${TOLLGATE_ADMIN_TOKEN}" }
cache: { shared: "\${REDIS_URL}" }
`

/** All but `store`, which the commands use. */
const WITHOUT_STORE = 1
const EVERY_SECRET = `
plans: { core: { dailyCredits: 3000000, creditsPerSecond: 500 } }
networks:
  main:
    family: evm
    upstreams:
      - { name: a, url: "\${A}", wsUrl: "\${B}", share: batch, headers: { X-Api-Key: "\${C}" } }
    partner: { name: p, url: "\${D}", headers: { X-Api-Key: "\${E}" } }
admin: { token: "\${F}" }
cache: { shared: "\${G}" }
webhooks: [{ url: "\${H}", secret: "\${I}" }]
tracing: { endpoint: "\${J}", headers: { Authorization: "\${K}" } }
stateSecret: "\${L}"
dashboard:
  publicUrl: https://gateway.example
  linkWebhook: { url: "\${M}", secret: "\${N}" }
  openid: { issuer: https://id.example, clientId: tollgate, clientSecret: "\${O}" }
`

describe('where the variables of secrets are not set', () => {
  beforeEach(() => place.write('tollgate.yaml', SECRETS))

  test('commands that do not use them work', async () => {
    const { id } = await place.json<{ id: string }>('account', 'create', '--name', 'Ann', '--plan', 'core')
    const key = await place.json<{ id: string }>('key', 'create', '--account', id, '--network', 'ethereum-mainnet')
    expect(await place.json<object[]>('account', 'list')).toHaveLength(1)
    for (const line of [
      ['account', 'show', id],
      ['account', 'set', id, '--suspended', 'on'],
      ['key', 'list'],
      ['key', 'set', key.id, '--label', 'x'],
      ['key', 'revoke', key.id],
      ['usage', '--account', id],
      ['forwarded'],
      ['contract', 'print', '--network', 'ethereum-mainnet'],
    ]) {
      expect(await place.tollgate(...line)).toMatchObject({ status: 0, stderr: '' })
    }
  })

  test('commands that do say which', async () => {
    const checked = await place.tollgate('check')
    expect(checked.status).toBe(1)
    for (const name of ['NODE_KEY', 'TOLLGATE_ADMIN_TOKEN', 'REDIS_URL']) {
      expect(checked.stderr).toContain(`environment variable ${name} is not set and has no default`)
    }
    const { stderr } = await place.tollgate('upstreams')
    expect(stderr).toContain('admin.token: environment variable TOLLGATE_ADMIN_TOKEN is not set')
    expect(stderr).not.toMatch(/NODE_KEY|REDIS/)
  })

  test('no secret of any kind is needed by commands that do not use it', async () => {
    await place.inStore(async () => {})
    place.write('tollgate.yaml', EVERY_SECRET)
    for (const line of [
      ['account', 'list'],
      ['usage', '--all'],
      ['store', 'journals'],
      ['contract', 'print', '--network', 'main'],
    ])
      expect(await place.tollgate(...line)).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout, stderr } = await place.tollgate('config', 'show')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.match(/\*{3}/g)).toHaveLength(EVERY_SECRET.match(/\$\{/g)!.length)
  })

  test('the configuration of this test has every key that the schema marks as a secret', () => {
    const marked = JSON.stringify(configSchema()).match(/"writeOnly":true/g)!
    // The schema has an upstream's keys once; here they stand at an upstream and at a partner.
    const atPartner = 2
    expect(EVERY_SECRET.match(/\$\{/g)).toHaveLength(marked.length - WITHOUT_STORE + atPartner)
  })

  test('other mistakes and other variables are reported by every command', async () => {
    place.write('tollgate.yaml', `${SECRETS}listen: { port: "\${PORT}", hots: x }\nstore: "\${STORE}"\n`)
    const { stderr } = await place.tollgate('account', 'list')
    expect(stderr).toMatch(/listen\.port: environment variable PORT/)
    expect(stderr).toMatch(/listen\.hots: is not a known key/)
    expect(stderr).toMatch(/store: environment variable STORE/)
  })
})

describe('a value of ${NAME:-}', () => {
  const parse = (text: string, env: Record<string, string> = {}) =>
    parseConfig(`${CONFIG}${text}`, { path: '/nowhere/tollgate.yaml', env, fileExists: () => true })

  test.each([
    ['admin: { token: "${TOKEN:-}" }', {}, undefined],
    ['admin: { token: "${TOKEN:-}" }', { TOKEN: '' }, undefined],
    ['admin:\n  token: ${TOKEN:-}${OTHER:-}', {}, undefined],
    ['admin: { token: "${TOKEN:-}" }', { TOKEN: 'secret' }, 'secret'],
  ])('is off unless set: %s with %j', (text, env, token) => {
    const { config, mistakes } = parse(text, env as Record<string, string>)
    expect(mistakes).toEqual([])
    expect(config?.admin.token).toBe(token)
  })

  test('takes the default of a key that has one, and is missing where a key is needed', () => {
    expect(parse('listen: { port: "${PORT:-}" }').config?.listen.port).toBe(8545)
    expect(parse('cache: { shared: "${REDIS:-}" }').config?.cache.shared).toBeUndefined()
    const { mistakes } = parse('  third: { family: "${FAMILY:-}", upstreams: [{ name: c, url: "http://c" }] }')
    expect(mistakes).toMatchObject([{ path: 'networks.third.family', message: 'is missing' }])
  })

  test('an empty text and a variable that is set to nothing are mistakes all the same', () => {
    expect(parse('admin: { token: "" }').mistakes).toMatchObject([{ message: 'must not be empty' }])
    expect(parse('admin: { token: "${TOKEN}" }', { TOKEN: '' }).mistakes).toMatchObject([
      { message: 'must not be empty' },
    ])
  })
})
