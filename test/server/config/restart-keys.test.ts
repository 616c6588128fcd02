import { tmpdir } from 'node:os'
import { applyReload } from '../../../src/server/config/restart-keys.js'
import { readConfig } from '../../support/gateway.js'

const base = {
  plans: { core: { dailyCredits: 1_000, creditsPerSecond: 1_000 } },
  networks: { eth: { family: 'evm', upstreams: [{ name: 'n', url: 'http://127.0.0.1:1' }] } },
}
const configOf = (more: object) => readConfig(JSON.stringify({ ...base, ...more }), tmpdir())

describe('a reload of keys that take a restart', () => {
  const running = configOf({})

  test.each([
    ['listen.port', { listen: { port: 1 } }],
    ['listen.tls', { listen: { tls: { cert: 'c.pem', key: 'k.pem' } } }],
    ['admin.host', { admin: { host: '127.0.0.2' } }],
    ['store', { store: 'sqlite:other.db' }],
    ['synchronous', { synchronous: 'full' }],
    ['limits.maxHeldBytes', { limits: { maxHeldBytes: 1_073_741_824 } }],
    ['cache.shared', { cache: { shared: 'redis://127.0.0.1:6379' } }],
    ['log.level', { log: { level: 'debug' } }],
  ])('names %s and leaves it as it is, at every reload', (key, more) => {
    const next = configOf(more)
    const first = applyReload(running, next)
    expect(first.needRestart).toEqual([key])
    expect(applyReload(first.config, next).needRestart).toEqual([key])
    expect(applyReload(first.config, running).needRestart).toEqual([])
    expect(first.config).toEqual(running)
  })

  test('applies what stands beside them', () => {
    const next = configOf({
      listen: { port: 1, trustedProxies: 2 },
      admin: { port: 2, token: 'a token of some length' },
      limits: { maxHeldBytes: 1_073_741_824, maxBatch: 7 },
    })
    const { config, needRestart } = applyReload(running, next)
    expect(needRestart).toEqual(['listen.port', 'admin.port', 'limits.maxHeldBytes'])
    expect(config.listen).toMatchObject({ port: running.listen.port, trustedProxies: 2 })
    expect(config.admin).toMatchObject({ port: running.admin.port, token: 'a token of some length' })
    expect(config.limits).toMatchObject({ maxHeldBytes: running.limits.maxHeldBytes, maxBatch: 7 })
  })
})
