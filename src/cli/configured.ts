import { resolve } from 'node:path'
import type { Account, Key } from '../accounts/account.js'
import type { Config } from '../config/config.js'
import { formatMistakes, loadConfig } from '../config/load.js'
import { openStore, type Store } from '../storage/open.js'
import { CommandError, type Input } from './command.js'

/** The configuration that a command line names, or everything that is wrong with it as an error. */
export const readConfig = (input: Input): Config => {
  const path = input.text('config') ?? 'tollgate.yaml'
  const { config, mistakes } = loadConfig(resolve(input.io.cwd, path), input.io.env)
  if (config === undefined)
    throw new CommandError(`the configuration cannot be used\n${formatMistakes(path, mistakes)}`)
  return config
}

/** Gives a command the configuration and its store, and closes the store after it. A running gateway is not in the way. */
export const withStore = async <T>(input: Input, use: (config: Config, store: Store) => Promise<T>): Promise<T> => {
  const config = readConfig(input)
  const store = openStore(config.store.slice('sqlite:'.length), { clock: input.edges.nowMs })
  try {
    return await use(config, store)
  } finally {
    store.close()
  }
}

/** The account of an id given on the command line. */
export const theAccount = async ({ accounts }: Store, id: string): Promise<Account> => {
  const account = await accounts.findAccount(id)
  if (account === undefined) throw new CommandError(`there is no account ${id}; \`tollgate account list\` shows them`)
  return account
}

/** The key of an id given on the command line. */
export const theKey = async ({ accounts }: Store, id: string): Promise<Key> => {
  const key = await accounts.findKey(id)
  if (key !== undefined) return key
  // People paste the key itself; its text must not be repeated on a screen or in a log.
  const hint = id.startsWith('tgk_') ? 'this is the text of a key, its id begins with key_' : `there is no key ${id}`
  throw new CommandError(`${hint}; \`tollgate key list\` shows them`)
}
