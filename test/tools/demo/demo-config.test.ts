import { parseConfig } from '../../../src/server/config/load.js'
import { renderDemoConfig } from '../../../src/tools/demo/demo-config.js'

const parse = (text: string) => parseConfig(text, { path: '/nowhere/tollgate.yaml', env: {}, fileExists: () => true })

describe('the configuration of the demo', () => {
  test('has no mistakes', () => {
    const { config, mistakes } = parse(
      renderDemoConfig({
        port: 0,
        adminPort: 0,
        adminToken: 'x',
        evmUrl: 'http://127.0.0.1:1',
        solanaUrl: 'http://127.0.0.1:2',
      }),
    )
    expect(mistakes).toEqual([])
    expect([...(config?.networks.keys() ?? [])]).toEqual(['ethereum-mainnet', 'solana-mainnet'])
    expect([...(config?.plans.keys() ?? [])]).toEqual(['core', 'developer', 'team', 'growth', 'custom'])
    expect(config?.store).toBe('sqlite:/nowhere/tollgate.db')
  })

  test.each([{ evmUrl: 'http://127.0.0.1:1' }, { solanaUrl: 'http://127.0.0.1:2' }])(
    'has none with %j alone',
    (chain) => {
      const { config, mistakes } = parse(renderDemoConfig({ port: 0, adminPort: 0, adminToken: 'x', ...chain }))
      expect(mistakes).toEqual([])
      expect(config?.networks.size).toBe(1)
    },
  )
})
