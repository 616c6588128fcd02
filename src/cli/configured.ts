import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { OPERATOR } from '../server/accounts/audit-store.js'
import type { OperationDeps, Words } from '../server/admin/operation-deps.js'
import type { Config } from '../server/config/config.js'
import { isSecret } from '../server/config/effective.js'
import { formatMistakes } from '../server/config/load.js'
import { loadWithContracts } from '../server/config/load-with-contracts.js'
import type { ReadConfig } from '../server/config/read-in-thread.js'
import { settleUnserved } from '../server/gateway/single-process.js'
import type { StoreOptions } from '../server/storage/open.js'
import { openStoreAt } from '../server/storage/open-address.js'
import { CommandError, type Input, USUAL_CONFIG } from './command.js'
import { adminOperations, optionName } from './operate/operation-command.js'

const ACTOR = { name: OPERATOR, via: 'command line' } as const

/**
 * Reads the configuration that a command line names; throws an error with all mistakes in it.
 * `needs` lists the secrets that the command uses, by default all: the variables of the others may
 * be unset. `read` reads the file.
 */
export const readConfig = async (
  input: Input,
  needs?: readonly ('admin.token' | 'store')[],
  read: (...args: Parameters<typeof loadWithContracts>) => Promise<ReadConfig> = loadWithContracts,
): Promise<Config> => {
  const path = input.text('config') ?? USUAL_CONFIG
  const { config, mistakes } = await read(resolve(input.io.cwd, path), input.io.env, {
    needs: (where) => needs === undefined || needs.some((need) => need === where) || !isSecret(where),
  })
  if (config === undefined)
    throw new CommandError(`the configuration cannot be used\n${formatMistakes(path, mistakes)}`)
  return config
}

/** True if a command has a configuration: the named one, or the usual file where it runs. */
export const hasConfig = (input: Input): boolean =>
  input.text('config') !== undefined || existsSync(resolve(input.io.cwd, USUAL_CONFIG))

/**
 * As `readConfig`, for commands on a store that must be there. Opening a SQLite store creates it,
 * but refuses a write-ahead log without its store.
 */
export const readConfigOfStore = async (input: Input): Promise<Config> => {
  const config = await readConfig(input, ['store'])
  const path = /^sqlite:(.+)$/s.exec(config.store)?.[1]
  if (path !== undefined && !isThere(path) && !isThere(`${path}-wal`))
    throw new CommandError(`there is no store: no file ${path}, which store of the configuration names`)
  return config
}

/** Throws if the system does not say, as of a folder that this user may not read. */
const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined

/** The options with which a command opens the store. */
export const storeOptions = (
  { io, ports }: Input,
  { synchronous = 'normal' }: Partial<Pick<Config, 'synchronous'>> = {},
): StoreOptions => ({
  clock: ports.nowMs,
  synchronous,
  onLostRefund: ({ accountId, day, method, credits }) =>
    io.stderr(
      `tollgate: a refund of ${-credits} credits of ${accountId} is left out: the store has no such usage of ${method} on ${day}\n`,
    ),
})

/**
 * Gives a command the configuration and its store, and closes the store afterwards. Works beside a
 * running gateway. The store must be there, unless the command may be the first on a new one.
 */
export const withOperationDeps = async <T>(
  input: Input,
  use: (deps: OperationDeps) => Promise<T>,
  { isFirst = false } = {},
): Promise<T> => {
  const { nowMs, randomBytes } = input.ports
  const config = await (isFirst ? readConfig(input, ['store']) : readConfigOfStore(input))
  const store = await openStoreAt(config.store, storeOptions(input, config))
  try {
    for (const { reason } of (await settleUnserved(store)).kept) input.io.stderr(`tollgate: ${reason}\n`)
    return await use({ config, store, words: cliWords, actor: ACTOR, nowMs, randomBytes })
  } finally {
    await store.close()
  }
}

const options = new Map(adminOperations.flatMap(({ params }) => params.map((param) => [param.name, optionName(param)])))

/** Names as typed on a command line: `--daily-limit`, `tollgate account list`. */
export const cliWords: Words = {
  param: (name) => `--${options.get(name) ?? name}`,
  operation: (name) => `\`tollgate ${name.replace('.', ' ')}\``,
  aParam: 'option',
}
