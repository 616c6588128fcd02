import type { Command } from '../command.js'
import { readNumber, readPort } from '../option-values.js'
import { exitAtNextSignal, stopSignal } from '../stop-signal.js'

/** setTimeout's maximum. */
const MAX_DURATION_S = 2_147_483

/**
 * `tollgate demo`: starts everything embedded, down to a line to copy. Prints once it is ready,
 * runs until it is stopped.
 */
export const demo: Command = {
  name: 'demo',
  summary: 'Runs everything with embedded parts: local chains, a store, accounts and keys.',
  usage: 'tollgate demo [--port PORT] [--admin-port PORT] [--duration SECONDS] [--quiet] [--lines]',
  options: {
    port: { value: 'PORT', description: 'of the gateway; default 8545, or a free one if that is taken' },
    'admin-port': {
      value: 'PORT',
      description: 'of the private listener; default 8546, or a free one if that is taken',
    },
    duration: { value: 'SECONDS', description: 'stop after this time; default: run until Ctrl-C' },
    lines: { description: 'print a line to copy for each method, one for WebSocket, the keys, and what to try next' },
    quiet: { description: 'make no calls of its own; without it, two programs call a few times a second' },
  },
  run: async (input) => {
    const port = readPort('port', input.text('port'))
    const adminPort = readPort('admin-port', input.text('admin-port'))
    const seconds = readNumber('duration', input.text('duration'), { maximum: MAX_DURATION_S })
    // The other commands do not need the demo's code.
    const [{ announceDemo, describeDemo }, { mayColour, renderFirstScreen }, { startDemo }] = await Promise.all([
      import('../../tools/demo/announcement.js'),
      import('../../tools/demo/first-screen.js'),
      import('../../tools/demo/demo.js'),
    ])
    const stopped = stopSignal(input.io, seconds === undefined ? undefined : seconds * 1_000)
    exitAtNextSignal(input.io, stopped)
    let isInterrupted = false
    void stopped.then((signal) => {
      isInterrupted = signal !== undefined
      if (isInterrupted && !input.isOn('json')) input.io.stderr('stopping…\n')
    })
    const running = await startDemo({
      port,
      adminPort,
      hasTraffic: !input.isOn('quiet'),
      // The gateway continues: its answers without its node are worth seeing too.
      notify: (message) => input.io.stderr(`tollgate: ${message}\n`),
    })
    try {
      const { facts } = running
      const { env, isOutputTerminal = false } = input.io
      const text = () =>
        input.isOn('lines') ? announceDemo(facts) : renderFirstScreen(facts, mayColour(env, isOutputTerminal))
      // Addresses that end at once would only mislead.
      if (!isInterrupted) input.io.stdout(input.isOn('json') ? `${JSON.stringify(describeDemo(facts))}\n` : text())
      await stopped
    } finally {
      await running.stop()
    }
    // Readers of --json expect a single value.
    if (!input.isOn('json')) input.io.stdout('stopped, everything removed\n')
    return 0
  },
}
