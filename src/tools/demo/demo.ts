import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { systemPorts } from '../../runtime/system-ports.js'
import type { DemoFacts } from './announcement.js'
import { installChains } from './chain-packages.js'
import { type Chains, startChains } from './chains.js'
import { askLinks } from './dashboard-links.js'
import { renderDemoConfig } from './demo-config.js'
import { createAccountWithKey, makeFolder, readEmbeddedConfig, startEmbeddedGateway } from './embedded-gateway.js'
import { type Example, evmExamples, solanaExamples } from './examples.js'
import { createDemoApp, startTraffic } from './traffic.js'

/** Ports; by default the usual one, or a free one if that is taken. */
export interface DemoOptions {
  readonly port?: number | undefined
  readonly adminPort?: number | undefined
  /** True to make a few calls all the time, so that the dashboard has data. */
  readonly hasTraffic?: boolean
  /** A killed EVM node starts again after this time; by default a minute. */
  readonly awayMs?: number | undefined
  /** Hears a sentence when a chain ended unexpectedly or came back. */
  readonly notify?: ((message: string) => void) | undefined
}

const USUAL_PORT = 8545
const USUAL_ADMIN_PORT = 8546

/**
 * Starts local chains, a gateway in front of them, and an account with a key on each of two plans,
 * in a temporary folder. `stop` ends everything that was started and removes everything that was
 * written.
 *
 * Errors  no chain can run here; a requested port is taken. Nothing is left behind.
 */
export const startDemo = async (options: DemoOptions = {}) => {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const action of undo.splice(0).reverse()) await action()
  }
  try {
    const { folder, remove } = makeFolder('tollgate-demo-')
    undo.push(remove)
    const chains = await startChains({ folder, awayMs: options.awayMs, notify: options.notify })
    undo.push(() => chains.stop())
    const examples = listExamples(chains)
    const configFile = join(folder, 'tollgate.yaml')
    const adminToken = systemPorts.randomBytes(16).toString('hex')
    const write = async (ports: DemoOptions & { readonly dashboardPort?: number }) =>
      writeFileSync(configFile, await configText(chains, ports, adminToken), { mode: 0o600 })
    await write(options)
    const gateway = await startEmbeddedGateway(await readEmbeddedConfig(configFile))
    undo.push(() => gateway.stop())
    const networks = [...new Set(examples.map(({ network }) => network))]
    const app = await createDemoApp(gateway.accounts, networks)
    if (options.hasTraffic === true) undo.push(startTraffic(gateway.url, app.programs, examples))
    const links = await askLinks(gateway.adminUrl, adminToken, app.accountId)
    // Commands find the gateway by this file, so it must contain the chosen ports.
    await write({
      port: portOf(gateway.url),
      adminPort: portOf(gateway.adminUrl),
      dashboardPort: portOf(links.accountHolder),
    })
    const accountOf = (plan: 'core' | 'growth') =>
      createAccountWithKey(gateway.accounts, networks, {
        name: `demo ${plan}`,
        plan,
        isFailoverOn: plan === 'growth',
      })
    const facts: DemoFacts = {
      url: gateway.url,
      adminUrl: gateway.adminUrl,
      adminToken,
      nodePid: chains.evm?.pid,
      configFile,
      links,
      // Core first, whose key the printed lines use: `tollgate init` and README begin with this
      // plan.
      accounts: [await accountOf('core'), await accountOf('growth')],
      examples,
      contract: chains.evm?.fixture,
      solana: chains.solana?.fixture,
      notices: [
        ...chains.missing.map((reason) => `Not running: ${reason}.`),
        ...installHint(),
        ...noticePorts(options, gateway),
      ],
      isWebSocketBuiltIn: typeof WebSocket === 'function',
    }
    return { facts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const listExamples = ({ evm, solana, missing }: Chains): [Example, ...Example[]] => {
  const [first, ...others] = [
    ...(evm ? evmExamples(evm.fixture) : []),
    ...(solana ? solanaExamples(solana.fixture) : []),
  ]
  if (!first) throw new Error([`the demo has no chain to show: ${missing.join('; ')}`, ...installHint()].join('\n'))
  return [first, ...others]
}

/** A sentence with the command that installs the chains, if any. */
const installHint = (): string[] => {
  const command = installChains()
  if (command === undefined) return []
  return [
    `Local chains are fetched from npm only where they are wanted. In this folder, then start the demo again: ${command}`,
  ]
}

const configText = async (
  { evm, partner, solana }: Chains,
  { port, adminPort, dashboardPort = 0 }: DemoOptions & { readonly dashboardPort?: number },
  adminToken: string,
): Promise<string> =>
  renderDemoConfig({
    port: port ?? (await freeOr(USUAL_PORT)),
    adminPort: adminPort ?? (await freeOr(USUAL_ADMIN_PORT)),
    dashboardPort,
    adminToken,
    evm,
    partnerUrl: partner?.url,
    solana,
  })

/** The port if it is free, else 0 for any free one. */
const freeOr = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(0))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })

const portOf = (url: string): number => Number(new URL(url).port)

/** A line for each usual port that was taken, so that readers do not call the other program. */
const noticePorts = (
  { port, adminPort }: DemoOptions,
  { url, adminUrl }: { url: string; adminUrl: string },
): string[] =>
  [
    { asked: port, usual: USUAL_PORT, got: url },
    { asked: adminPort, usual: USUAL_ADMIN_PORT, got: adminUrl },
  ]
    .filter(({ asked, usual, got }) => asked === undefined && portOf(got) !== usual)
    .map(({ usual, got }) => `Port ${usual} is taken by another program; using ${portOf(got)} instead.`)
