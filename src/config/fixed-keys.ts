import type { Config } from './config.js'

/** Keys of the configuration that a running process cannot change. */
export const fixedKeys = (old: Config, next: Config): string[] => {
  const facts = (config: Config): Record<string, unknown> => ({
    'listen.host': config.listen.host,
    'listen.port': config.listen.port,
    'listen.acceptors': config.listen.acceptors,
    'listen.tls': JSON.stringify(config.listen.tls),
    'admin.host': config.admin.host,
    'admin.port': config.admin.port,
    store: config.store,
    stateDir: config.stateDir,
    synchronous: config.synchronous,
    'limits.maxHeaderBytes': config.limits.maxHeaderBytes,
    'limits.maxHeldBytes': config.limits.maxHeldBytes,
    'cache.shared': config.cache.shared,
    'log.level': config.log.level,
  })
  const [before, after] = [facts(old), facts(next)]
  return Object.keys(before).filter((key) => before[key] !== after[key])
}
