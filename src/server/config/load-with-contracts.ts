import { type LoadOptions, loadConfig, type Parsed } from './load.js'
import { configFiles, readContracts } from './read-contracts.js'

export interface WholeLoadOptions extends LoadOptions {
  /** Called with the configuration's files as soon as its own file has no errors. */
  onFiles?(files: readonly string[]): void
}

/**
 * Reads the configuration file at `path` and its documents; see `loadConfig` and `readContracts`.
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
