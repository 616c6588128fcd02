import { basename, relative } from 'node:path'
import { announceDemo, describeDemo } from '../demo/announcement.js'
import { startDemo } from '../demo/demo.js'
import { stopSignal } from '../demo/stop-signal.js'
import { type Command, type Input, UsageError } from './command.js'
import { readNumber } from './option-values.js'

const MAX_PORT = 65_535
/** setTimeout's longest. */
const MAX_DURATION_S = 2_147_483

/** `tollgate demo`: everything embedded, from nothing to a line to copy. Prints once it is ready, runs until it is told to stop. */
export const demo: Command = {
  name: 'demo',
  summary: 'run everything with embedded parts: local chains, a store, accounts and keys',
  usage: 'tollgate demo [--port PORT] [--admin-port PORT] [--duration SECONDS]',
  options: {
    port: {
      type: 'string',
      value: 'PORT',
      description: 'of the gateway; default 8545, or a free one if that is taken',
    },
    'admin-port': {
      type: 'string',
      value: 'PORT',
      description: 'of the private listener; default 8546, or a free one if that is taken',
    },
    duration: { type: 'string', value: 'SECONDS', description: 'stop after this time; default: run until Ctrl-C' },
  },
  run: async (input) => {
    const port = readBounded(input, 'port', MAX_PORT)
    const adminPort = readBounded(input, 'admin-port', MAX_PORT)
    const seconds = readBounded(input, 'duration', MAX_DURATION_S)
    const stopped = stopSignal(seconds === undefined ? undefined : seconds * 1_000)
    const running = await startDemo({
      ...(port !== undefined && { port }),
      ...(adminPort !== undefined && { adminPort }),
    })
    try {
      const { facts } = running
      input.io.stdout(
        input.isOn('json')
          ? `${JSON.stringify(describeDemo(facts))}\n`
          : announceDemo(facts, programName(input.io.cwd)),
      )
      let isStopping = false
      // The gateway goes on: what it answers without its node is worth seeing too.
      running.chainEnded.then((message) => isStopping || input.io.stderr(`tollgate: ${message}\n`))
      await stopped
      isStopping = true
    } finally {
      await running.stop()
    }
    return 0
  },
}

const readBounded = (input: Input, name: string, max: number): number | undefined => {
  const value = readNumber(name, input.text(name))
  if (value !== undefined && value > max) throw new UsageError(`--${name} must be at most ${max}, not ${value}`)
  return value
}

/** How this program is typed here, for the commands that the announcement suggests. */
const programName = (cwd: string): string => {
  const [, script = 'tollgate'] = process.argv
  return basename(script) === 'tollgate' ? 'tollgate' : `node ${relative(cwd, script)}`
}
