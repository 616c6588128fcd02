import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemPorts } from '../../runtime/system-ports.js'
import type { AccountStore, NewAccount } from '../../server/accounts/account-store.js'
import { createKeyText } from '../../server/accounts/key-text.js'
import { hashSecret } from '../../server/accounts/secrets.js'
import { formatMistakes } from '../../server/config/load.js'
import { loadWithContracts } from '../../server/config/load-with-contracts.js'
import { openLog } from '../../server/telemetry/log.js'

/** Makes a folder for temporary files; `remove` runs at `process.exit`, too. */
export const makeFolder = (prefix: string): { readonly folder: string; remove(): void } => {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  const remove = () => {
    process.off('exit', clear)
    clear()
  }
  return { folder, remove }
}

/** Reads the configuration of a gateway in this process. Errors: its mistakes, a line each. */
export const readEmbeddedConfig = async (configFile: string) => {
  const { config, mistakes } = await loadWithContracts(configFile, {})
  if (!config) throw new Error(formatMistakes(configFile, mistakes))
  return config
}

/** Starts a gateway in this process; its log goes to standard error. */
export const startEmbeddedGateway = async (config: Awaited<ReturnType<typeof readEmbeddedConfig>>) => {
  const { startGateway } = await import('../../server/gateway/start.js')
  return startGateway(config, systemPorts, await openLog(config.log))
}

/** Creates an unrestricted key of an account, and returns its text, which is not stored. */
export const createKey = async (
  store: AccountStore,
  key: { readonly accountId: string; readonly label: string; readonly networks: readonly string[] },
): Promise<string> => {
  const text = createKeyText(systemPorts.randomBytes)
  const all = { allowedMethods: [], allowedContracts: [], allowedOrigins: [], allowedSources: [] }
  await store.createKey({ ...key, ...all }, hashSecret(text))
  return text
}

/** Creates an account with one unrestricted key for the networks. */
export const createAccountWithKey = async (store: AccountStore, networks: readonly string[], wanted: NewAccount) => {
  const { id, plan, isFailoverOn } = await store.createAccount(wanted)
  const key = await createKey(store, { accountId: id, label: wanted.name.split(' ')[0]!, networks })
  return { id, plan, isFailoverOn, key }
}
