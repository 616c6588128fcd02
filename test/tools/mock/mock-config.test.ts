// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables as a file has them
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { parseConfig } from '../../../src/server/config/load.js'
import { MockConfig } from '../../../src/tools/mock/mock-config.js'
import { temporaryFolder } from '../../support/started.js'

const folder = temporaryFolder()

const OPERATORS = `
plans: { core: { dailyCredits: 3000000, creditsPerSecond: 500 } }
limits: { maxBatch: 7 }
contracts: [ethereum, own.json]
networks:
  main:
    family: evm
    contracts: [{ file: more.json, methods: ["acme_*"] }]
    upstreams: [{ name: a, url: "\${NODE}", headers: { X-Api-Key: "\${KEY}" } }]
    partner: { name: p, url: "https://partner.example/k3y" }
cache: { shared: "redis://cache.example:6379" }
webhooks: [{ url: "https://hooks.example/k3y", secret: "0123456789abcdef" }]
tracing: { endpoint: "https://traces.example/v1/traces" }
tokens: { jwks: jwks.json, issuer: a, audience: b }
dashboard: {}
store: "postgres://gate:pa55@db.example/tollgate"
admin: { token: "\${TOKEN}" }
`

const textOf = (written: string, contracts?: readonly string[], env: Record<string, string> = {}): string => {
  const configFile = join(folder, 'tollgate.yaml')
  writeFileSync(configFile, written)
  return new MockConfig({ configFile, ...(contracts && { contracts }), env }).text(
    new Map([['main', 'http://127.0.0.1:1']]),
  )
}

describe('the configuration of a mock', () => {
  test('has plans, networks, contracts and limits of a gateway’s, and nothing that would speak to what is the operator’s', () => {
    const text = textOf(OPERATORS)
    expect(text).not.toMatch(/example|k3y|pa55|\$\{/)
    const { plans, limits, networks, contracts, ...others } = parse(text)
    expect({ plans, limits }).toEqual({ plans: parse(OPERATORS).plans, limits: { maxBatch: 7 } })
    expect(Object.keys(others).sort()).toEqual(['admin', 'listen', 'log', 'store'])
    expect(networks.main.upstreams).toEqual([{ name: 'mock', url: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' }])
    expect(contracts).toEqual(['ethereum', join(folder, 'own.json')])
    expect(networks.main.contracts).toEqual([{ file: join(folder, 'more.json'), methods: ['acme_*'] }])
    const path = join(folder, 'elsewhere', 'tollgate.yaml')
    expect(parseConfig(text, { path, env: {}, fileExists: () => true }).mistakes).toEqual([])
  })

  test('has the contracts that are named beside those of the file, and the usual ones where there is no file', () => {
    expect(parse(textOf(OPERATORS, ['solana'])).contracts).toEqual(['ethereum', join(folder, 'own.json'), 'solana'])
    expect(parse(new MockConfig({ env: {} }).text(new Map())).contracts).toEqual(['ethereum', 'solana'])
  })

  test('leaves variables to the reader, but for the places of contracts and for what a family decides', () => {
    const env = { DIR: join(folder, 'of ${x}'), FAMILY: 'solana', SHIPPED: 'solana', PAY: '7' }
    const written = `
plans: { core: { dailyCredits: "\${PAY}", creditsPerSecond: 5 } }
contracts: ["\${DIR}/own.json", "\${SHIPPED}", "\${UNSET}/x.json"]
networks: { main: { family: "\${FAMILY}", contracts: [{ file: "more-\${PAY}.json" }], upstreams: [] } }
`
    const { plans, contracts, networks } = parse(textOf(written, [], env))
    expect(plans.core.dailyCredits).toBe('${PAY}')
    expect(contracts).toEqual([join(folder, 'of $${x}', 'own.json'), 'solana', '${UNSET}/x.json'])
    expect(networks.main.contracts).toEqual([{ file: join(folder, 'more-7.json') }])
    expect(networks.main).not.toHaveProperty('verifyLogs')
  })

  test.each(['networks: 5', 'plans: {}', 'networks: { main: 7 }'])(
    'leaves it to the reader to say what is wrong with %s',
    (text) => {
      const path = join(folder, 'tollgate.yaml')
      expect(parseConfig(textOf(text), { path, env: {}, fileExists: () => true }).mistakes).not.toEqual([])
    },
  )
})
