#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { run } from './cli/command-line.js'

// A reader that has seen enough (`… | head`) is no mistake: what comes after is not written, and
// the exit status stays.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    if (stream === process.stdout)
      process.stderr.write(`tollgate: standard output cannot be written (${code ?? message})\n`)
    process.exit(1)
  })
}

const ask = async (question: string): Promise<string | undefined> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)))
  try {
    return await Promise.race([terminal.question(question), ended])
  } finally {
    terminal.close()
  }
}

const argv = process.argv.slice(2)
// `serve` starts where seconds count, so it does not load the files of other commands.
const commands =
  argv[0] === 'serve' ? [(await import('./cli/serve.js')).serve] : (await import('./cli/commands.js')).commands

/** The time within which the process must end after the gateway has drained. */
const FORCED_END_MS = 5_000

/**
 * The only file that knows `process`: hands its parts to the command line and ends with the status
 * that comes back.
 */
process.exitCode = await run(
  argv,
  {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
    isOutputTerminal: process.stdout.isTTY === true,
    ...(process.stdout.columns > 0 && { columns: process.stdout.columns }),
    ...(process.stderr.columns > 0 && { errorColumns: process.stderr.columns }),
    env: process.env,
    cwd: process.cwd(),
    ...(process.stdin.isTTY && { ask }),
    onSignal: (signal, listener) => {
      process.on(signal, listener)
      return () => process.off(signal, listener)
    },
  },
  commands,
)

// A thread that waits for a file on a mount without an answer would hold the process for ever, and
// `process.exit` waits for it, too.
if (argv[0] === 'serve') setTimeout(() => process.kill(process.pid, 'SIGTERM'), FORCED_END_MS).unref()
