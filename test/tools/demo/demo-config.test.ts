import { parseConfig } from '../../../src/server/config/load.js'
import { renderDemoConfig } from '../../../src/tools/demo/demo-config.js'

const parse = (text: string) => parseConfig(text, { path: '/nowhere/tollgate.yaml', env: {}, fileExists: () => true })

const EVM = { url: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' }
const SOLANA = { url: 'http://127.0.0.1:2', wsUrl: 'ws://127.0.0.1:3' }

describe('the configuration of the demo', () => {
  test('has no mistakes', () => {
    const { config, mistakes } = parse(
      renderDemoConfig({
        port: 0,
        adminPort: 0,
        adminToken: 'x',
        evm: EVM,
        solana: SOLANA,
      }),
    )
    expect(mistakes).toEqual([])
    expect([...(config?.networks.keys() ?? [])]).toEqual(['ethereum-mainnet', 'solana-mainnet'])
    expect([...(config?.plans.keys() ?? [])]).toEqual(['core', 'developer', 'team', 'growth', 'custom'])
    expect(config?.networks.get('solana-mainnet')?.upstreams[0]?.wsUrl).toBe(SOLANA.wsUrl)
    expect(config?.store).toBe('sqlite:/nowhere/tollgate.db')
  })

  test.each([{ evm: EVM }, { solana: SOLANA }])('has none with %j alone', (chain) => {
    const { config, mistakes } = parse(renderDemoConfig({ port: 0, adminPort: 0, adminToken: 'x', ...chain }))
    expect(mistakes).toEqual([])
    expect(config?.networks.size).toBe(1)
  })
})
