import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SystemPorts, systemPorts } from '../../src/runtime/system-ports.js'
import type { NewAccount, NewKey } from '../../src/server/accounts/account-store.js'
import { createKeyText } from '../../src/server/accounts/key-text.js'
import { hashSecret } from '../../src/server/accounts/secrets.js'
import type { Config } from '../../src/server/config/config.js'
import type { FIXED_LIMITS } from '../../src/server/config/fixed-limits.js'
import { formatMistakes, parseConfig } from '../../src/server/config/load.js'
import { readContracts } from '../../src/server/config/read-contracts.js'
import { type Gateway, startGateway } from '../../src/server/gateway/start.js'
import type { StreamDeps } from '../../src/server/gateway/streams/process-streams.js'
import type { Log } from '../../src/server/telemetry/log.js'

/**
 * A test's network: the URLs of its nodes (`urls`, or `upstreams` as configured), and any other key
 * of its configuration. By default nodes are not polled, so that a test can count the calls they
 * receive, and every answer is checked.
 */
export interface TestNetwork {
  readonly family?: 'evm' | 'solana'
  readonly urls?: readonly string[]
  readonly upstreams?: readonly object[]
  readonly partner?: string | object
  readonly [key: string]: unknown
}

export interface TestSetting {
  readonly networks: Readonly<Record<string, TestNetwork>>
  readonly limits?: Readonly<Record<string, number>>
  /** Replacements of bounds that no key of the configuration sets. */
  readonly fixedLimits?: Partial<typeof FIXED_LIMITS>
  readonly plans?: Readonly<Record<string, object>>
  readonly listen?: object
  readonly admin?: object
  readonly dashboard?: object
  readonly cache?: object
  readonly contracts?: readonly unknown[]
  /** Further parts of the configuration, by name. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly ports?: Partial<SystemPorts>
  /** The test's sources and credits of events, in place of those of the nodes and the store. */
  readonly streams?: StreamDeps
}

/**
 * A gateway in this process, with a new store in a temporary folder, and everything that it logged.
 */
export interface TestGateway extends Gateway {
  readonly logLines: readonly Record<string, unknown>[]
  readonly folder: string
  /** Adds an account and a key enabled on all networks; returns the key's text. */
  addKey(key?: Partial<NewKey>, account?: Partial<NewAccount>): Promise<string>
  /** Ids of the account and the key added last. */
  readonly last: { accountId: string; keyId: string }
  /** Returns the text of a changed configuration, for `reload`. */
  configText(setting: TestSetting): string
}

const defaultPlans = {
  core: { dailyCredits: 3_000_000, creditsPerSecond: 1_000_000 },
  growth: { dailyCredits: 150_000_000, creditsPerSecond: 1_000_000, failover: true },
}

const configText = (setting: TestSetting, folder: string): string =>
  JSON.stringify({
    listen: { host: '127.0.0.1', port: 0, ...setting.listen },
    admin: { host: '127.0.0.1', port: 0, ...setting.admin },
    dashboard: setting.dashboard ?? {},
    store: `sqlite:${join(folder, 'tollgate.db')}`,
    plans: { ...defaultPlans, ...setting.plans },
    networks: Object.fromEntries(
      Object.entries(setting.networks).map(([name, { family = 'evm', urls = [], partner, ...rest }]) => [
        name,
        {
          family,
          hosts: [`${name}.localhost`],
          pollMs: 0,
          checkAnswers: 1,
          cache: false,
          upstreams: urls.map((url, index) => ({ name: `node-${index + 1}`, url })),
          ...(partner && { partner: typeof partner === 'string' ? { name: 'partner-1', url: partner } : partner }),
          ...rest,
        },
      ]),
    ),
    limits: setting.limits ?? {},
    cache: setting.cache ?? {},
    contracts: setting.contracts ?? [],
    ...setting.more,
  })

/** The configuration, with the contracts of the documents that it names. */
export const readWholeConfig = async (text: string, folder: string) => {
  const source = { path: join(folder, 'tollgate.yaml'), env: {}, fileExists: () => true }
  const parsed = await readContracts(parseConfig(text, source))
  if (parsed.config === undefined) throw new Error(formatMistakes(source.path, parsed.mistakes))
  return parsed.config
}

/** Parses a configuration's text, or fails the test with its mistakes. */
export const readConfig = (text: string, folder: string) => {
  const parsed = parseConfig(text, { path: join(folder, 'tollgate.yaml'), env: {}, fileExists: () => true })
  if (parsed.config === undefined) throw new Error(JSON.stringify(parsed.mistakes))
  return parsed.config
}

/** Starts a gateway on free ports of 127.0.0.1; `stop` also removes its folder. */
export const startTestGateway = async (setting: TestSetting): Promise<TestGateway> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'))
  const logLines: Record<string, unknown>[] = []
  const keep = (level: string) => (fields: object, message: string) => void logLines.push({ level, message, ...fields })
  const log: Log = {
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    free: (_, fields, message) => keep('info')(fields, message),
    call: (observation) => keep('info')(observation, 'call'),
    flush: async () => {},
  }
  const ports = { ...systemPorts, ...setting.ports }
  const { streams, fixedLimits } = setting
  const bounded = (config: Config): Config => ({ ...config, limits: { ...config.limits, ...fixedLimits } })
  const config = bounded(await readWholeConfig(configText(setting, folder), folder))
  const gateway = await startGateway(config, ports, log, streams && (() => streams))
  const last = { accountId: '', keyId: '' }
  return {
    ...gateway,
    reload: (next, ...rest) => gateway.reload(bounded(next), ...rest),
    logLines,
    folder,
    last,
    configText: (next) => configText(next, folder),
    addKey: async (key = {}, account = {}) => {
      const owner = await gateway.accounts.createAccount({
        name: 'test',
        plan: 'core',
        isFailoverOn: false,
        ...account,
      })
      const text = createKeyText(ports.randomBytes)
      const created = await gateway.accounts.createKey(
        {
          accountId: owner.id,
          label: '',
          networks: Object.keys(setting.networks),
          allowedMethods: [],
          allowedContracts: [],
          allowedOrigins: [],
          allowedSources: [],
          ...key,
        },
        hashSecret(text),
      )
      last.accountId = created.accountId
      last.keyId = created.id
      return text
    },
    stop: async () => {
      await gateway.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An HTTP reply with its body's text, and parsed when it is JSON. */
export interface TestReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the gateway answered
  readonly json: any
}

/** Posts a body (an object is written as JSON) and reads the whole reply. */
export const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<TestReply> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {}
  return { status: response.status, headers: response.headers, text, json }
}

/** A call of one method, valid unless the test says otherwise. */
export const callOf = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

export const ADDRESS = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
export const HASH = `0x${'11'.repeat(32)}`
export const STORAGE_CALL = callOf('eth_getStorageAt', [ADDRESS, '0x0', 'latest'])
