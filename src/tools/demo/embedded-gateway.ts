import { type SystemPorts, systemPorts } from '../../runtime/system-ports.js'
import type { AccountStore, NewAccount } from '../../server/accounts/account-store.js'
import { createKeyText } from '../../server/accounts/key-text.js'
import { hashSecret } from '../../server/accounts/secrets.js'
import { formatMistakes } from '../../server/config/load.js'
import { loadWithContracts } from '../../server/config/load-with-contracts.js'
import { openLog } from '../../server/telemetry/log.js'

/** Reads the configuration of a gateway in this process. Errors: its mistakes, a line each. */
export const readEmbeddedConfig = async (
  configFile: string,
  env: Readonly<Record<string, string | undefined>> = {},
) => {
  const { config, mistakes } = await loadWithContracts(configFile, env)
  if (!config) throw new Error(formatMistakes(configFile, mistakes))
  return config
}

/** Starts a gateway in this process; its log goes to standard error. */
export const startEmbeddedGateway = async (config: Awaited<ReturnType<typeof readEmbeddedConfig>>) => {
  const { startGateway } = await import('../../server/gateway/start.js')
  return startGateway(config, systemPorts, await openLog(config.log))
}

/** Creates an account with one unrestricted key for the networks; the text is not stored. */
export const createAccountWithKey = async (
  store: AccountStore,
  { randomBytes }: SystemPorts,
  networks: readonly string[],
  wanted: NewAccount,
): Promise<{ readonly id: string; readonly plan: string; readonly isFailoverOn: boolean; readonly key: string }> => {
  const account = await store.createAccount(wanted)
  const key = createKeyText(randomBytes)
  const all = { allowedMethods: [], allowedContracts: [], allowedOrigins: [], allowedSources: [] }
  const label = wanted.name.split(' ')[0]!
  await store.createKey({ accountId: account.id, label, networks, ...all }, hashSecret(key))
  return { id: account.id, plan: account.plan, isFailoverOn: account.isFailoverOn, key }
}
