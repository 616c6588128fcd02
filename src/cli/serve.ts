import { resolve } from 'node:path'
import { packageManifest } from '../runtime/package-manifest.js'
import { nodeVersion } from '../runtime/system-ports.js'
import { FileWatch } from '../runtime/watch-files.js'
import type { startPrimary } from '../server/cluster/primary.js'
import type { Config } from '../server/config/config.js'
import { formatMistakes } from '../server/config/load.js'
import { configFiles } from '../server/config/read-contracts.js'
import { readInThread, readToStart } from '../server/config/read-in-thread.js'
import type { Service } from '../server/gateway/start.js'
import type { Log } from '../server/telemetry/log.js'
import { type Command, configOption, type Input, type Io, USUAL_CONFIG } from './command.js'
import { readConfig } from './configured.js'
import { nodeFault } from './node-fault.js'
import { readNumber } from './option-values.js'
import { stopSignal } from './stop-signal.js'

const MAX_WORKERS = 64

/** `tollgate serve`: runs the gateway until SIGTERM or SIGINT, then drains. */
export const serve: Command = {
  name: 'serve',
  summary: 'Runs the gateway; exit status 0 after a clean drain on SIGTERM.',
  usage: 'tollgate serve [--config FILE] [--workers N]',
  options: {
    ...configOption,
    workers: { value: 'N', description: 'processes that share the port and the work; default 1' },
  },
  run: async (input) => {
    const { io, ports } = input
    const path = resolve(io.cwd, input.text('config') ?? USUAL_CONFIG)
    const config = await readConfig(input, undefined, readToStart)
    const workers = readWorkers(input)
    // The other commands do not need the whole gateway.
    const [{ startGateway }, { openLog }] = await Promise.all([
      import('../server/gateway/start.js'),
      import('../server/telemetry/log.js'),
    ])
    const log = await openLog(config.log, { isTerminal: io.isTerminal === true })
    // Listens before the line below is printed: a program that reads it may signal at once, and
    // would end the process undrained.
    const stopped = stopSignal(io, undefined, ['SIGTERM', 'SIGINT'])
    const gateway =
      workers === 1 ? await startGateway(config, ports, log) : await startSeveral(config, ports, log, workers)
    const stopReloading = reloadOnChange(path, config, io, gateway, log)
    const ready = { url: gateway.url, adminUrl: gateway.adminUrl }
    io.stdout(
      input.isOn('json')
        ? `${JSON.stringify(ready)}\n`
        : `Tollgate listens on ${ready.url}, admin on ${ready.adminUrl}\n`,
    )
    log.info({ ...ready, workers, version: packageManifest().version, node: nodeVersion }, 'started')
    const fault = nodeFault(nodeVersion)
    if (fault !== undefined) log.warn({ node: nodeVersion, reason: fault }, 'Node needs an update')
    await stopped
    log.info({}, 'draining')
    stopReloading()
    await gateway.stop()
    log.info({}, 'stopped')
    await log.flush()
    return 0
  },
}

const readWorkers = (input: Input): number =>
  readNumber('workers', input.text('workers'), { minimum: 1, maximum: MAX_WORKERS }) ?? 1

const startSeveral = async (...args: Parameters<typeof startPrimary>): Promise<Service> =>
  // A single process does not need this.
  (await import('../server/cluster/primary.js')).startPrimary(...args)

/** Applies a saved configuration and its documents, or logs why not and keeps the old one. */
const reloadOnChange = (path: string, first: Config, io: Io, gateway: Service, log: Log): (() => void) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const reload = async () => {
    await watch.know()
    // A mistake may be fixed in a document as well as in the configuration file.
    const { config, mistakes } = await readInThread(path, io.env, { signal, onFiles: (files) => watch.follow(files) })
    // A file saved during the reading may be half written; it is read again as soon as it is whole.
    // The gateway may begin to stop while this waits.
    if (signal.aborted || (await watch.isDue()) || signal.aborted) return
    if (config === undefined) {
      log.error(
        { mistakes: formatMistakes(path, mistakes).split('\n') },
        'configuration not reloaded; the old one stays in force',
      )
      gateway.refuseReload()
      return
    }
    const needRestart = gateway.reload(config)
    log.info({}, 'configuration reloaded')
    if (needRestart.length > 0) log.warn({ keys: needRestart }, 'these changes take effect after a restart')
  }
  // Serialized: the last configuration read is the last one applied.
  let reloading = Promise.resolve()
  const reloadNext = () => {
    reloading = reloading.then(reload).catch((bug: unknown) => {
      log.error({ requestId: '', err: bug }, 'bug')
      gateway.refuseReload()
    })
  }
  const watch = new FileWatch(configFiles(path, first), reloadNext)
  const ignoreHangup = io.onSignal?.('SIGHUP', reloadNext)
  return () => {
    stopping.abort()
    watch.stop()
    ignoreHangup?.()
  }
}
