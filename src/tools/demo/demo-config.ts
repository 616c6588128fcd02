import { demoNetworks } from './examples.js'

export const CORE_DAILY_CREDITS = 3_000_000

/** The addresses of a local node. */
interface NodeUrls {
  readonly url: string
  readonly wsUrl: string
}

/** Options of the demo's configuration; a network without an address is left out. */
export interface DemoConfigOptions {
  readonly port: number
  readonly adminPort: number
  /** 0 takes a free one. */
  readonly dashboardPort?: number
  readonly adminToken: string
  /** A second EVM node, which answers if the first does not. */
  readonly partnerUrl?: string | undefined
  readonly evm?: NodeUrls | undefined
  readonly solana?: NodeUrls | undefined
}

/** The demo's configuration file, fit for copying; the store's path is relative to it. */
export const renderDemoConfig = ({
  port,
  adminPort,
  dashboardPort = 0,
  adminToken,
  evm,
  partnerUrl,
  solana,
}: DemoConfigOptions): string => `\
listen: { host: 127.0.0.1, port: ${port} }
admin: { host: 127.0.0.1, port: ${adminPort}, token: ${adminToken} }
dashboard: { enabled: true, port: ${dashboardPort} } # docs/dashboard.md
store: sqlite:./tollgate.db
contracts: [ethereum, solana, anvil] # beside the seven methods of its own; docs/contracts.md
plans:
  core: { dailyCredits: ${CORE_DAILY_CREDITS}, creditsPerSecond: 500 }
  developer: { dailyCredits: 15000000, creditsPerSecond: 4000 }
  team: { dailyCredits: 75000000, creditsPerSecond: 40000 }
  growth: { dailyCredits: 150000000, creditsPerSecond: 60000, failover: true }
  custom: { failover: true } # every account has limits of its own
networks:
${renderNetwork('evm', evm, partnerUrl)}${renderNetwork('solana', solana)}\
limits: { drainTimeoutMs: 2000 } # Ctrl-C should not take long
log: { level: warn }
`

const renderNetwork = (family: 'evm' | 'solana', node: NodeUrls | undefined, partnerUrl?: string): string => {
  if (node === undefined) return ''
  const name = demoNetworks[family]
  return `\
  ${name}:
    family: ${family}
    hosts: [${name}.localhost]
    upstreams: [{ name: ${family === 'evm' ? 'anvil' : 'surfpool'}, url: "${node.url}", wsUrl: "${node.wsUrl}" }]
${partnerUrl === undefined ? '' : `    partner: { name: partner, url: "${partnerUrl}" }\n`}`
}
