import { resolve } from 'node:path'
import { packageManifest } from '../runtime/package-files.js'
import { nodeVersion } from '../runtime/system-ports.js'
import { readToStart } from '../server/config/read-in-thread.js'
import { type Command, configOption, type Input, USUAL_CONFIG } from './command.js'
import { readConfig } from './configured.js'
import { nodeFault } from './node-fault.js'
import { readNumber } from './option-values.js'
import { Reloads } from './reloads.js'
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
    const reloads = new Reloads(path, io)
    try {
      const config = await readConfig(input, undefined, (file, env) =>
        readToStart(file, env, (files) => reloads.follow(files)),
      )
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
      // A single process does not need the other file.
      const gateway =
        workers === 1
          ? await startGateway(config, ports, log)
          : await (await import('../server/cluster/primary.js')).startPrimary(config, ports, log, workers)
      const ready = { url: gateway.url, adminUrl: gateway.adminUrl }
      io.stdout(
        input.isOn('json')
          ? `${JSON.stringify(ready)}\n`
          : `Tollgate listens on ${ready.url}, admin on ${ready.adminUrl}\n`,
      )
      log.info({ ...ready, workers, version: packageManifest().version, node: nodeVersion }, 'started')
      const fault = nodeFault(nodeVersion)
      if (fault !== undefined) log.warn({ node: nodeVersion, reason: fault }, 'Node needs an update')
      reloads.begin(gateway, log)
      await stopped
      log.info({}, 'draining')
      reloads.stop()
      await gateway.stop()
      log.info({}, 'stopped')
      await log.flush()
      return 0
    } finally {
      reloads.close()
    }
  },
}

const readWorkers = (input: Input): number =>
  readNumber('workers', input.text('workers'), { minimum: 1, maximum: MAX_WORKERS }) ?? 1
