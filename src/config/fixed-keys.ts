import type { Config } from './config.js'

/** The next configuration as a running process can take it into use: what it cannot change stays as it was. */
export const withFixedKeys = (old: Config, next: Config): Config => {
  const { trustedProxies, publicUrl } = next.listen
  return {
    ...next,
    listen: { ...old.listen, trustedProxies, publicUrl },
    // The address stays; a new token is in force at once.
    admin: { ...next.admin, host: old.admin.host, port: old.admin.port },
    store: old.store,
    stateDir: old.stateDir,
    synchronous: old.synchronous,
    cache: { ...next.cache, shared: old.cache.shared },
  }
}

/** Keys of the configuration that a running process cannot change. */
export const fixedKeys = (old: Config, next: Config): string[] => {
  const facts = (config: Config): Record<string, unknown> => ({
    'listen.host': config.listen.host,
    'listen.port': config.listen.port,
    'listen.acceptors': config.listen.acceptors,
    'engine.listener': config.engine.listener,
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
