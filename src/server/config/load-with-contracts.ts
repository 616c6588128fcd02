import { type LoadOptions, loadConfig, type Parsed } from './load.js'
import { configFiles, readContracts } from './read-contracts.js'

/** How a configuration is read with everything that it names. */
export interface WholeLoadOptions extends LoadOptions {
  /** Told the files that the configuration is made of, as soon as its own file has no mistakes. */
  onFiles?(files: readonly string[]): void
}

/**
 * Reads the configuration file at `path` and the documents that it names: see `loadConfig` and
 * `readContracts`.
 */
export const loadWithContracts = async (
  path: string,
  env: Parameters<typeof loadConfig>[1],
  { onFiles, ...options }: WholeLoadOptions = {},
): Promise<Parsed> => {
  const written = loadConfig(path, env, options)
  if (written.config !== undefined) onFiles?.(configFiles(path, written.config))
  return readContracts(written, options)
}
