#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'

const argv = process.argv.slice(2)
const isServe = argv[0] === 'serve'
// SIGHUP would end the process while it loads the files below. Nothing is lost: the gateway reads
// its configuration afterwards.
if (isServe) process.on('SIGHUP', () => {})

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

const [{ run }, commands] = await Promise.all([
  import('./cli/command-line.js'),
  // `serve` starts where seconds count, so it does not load the files of other commands.
  isServe
    ? import('./cli/serve.js').then(({ serve }) => [serve])
    : import('./cli/commands.js').then(({ commands }) => commands),
])

/** The time within which the process must end after the gateway has drained. */
const FORCED_END_MS = 5_000

/** Hands the parts of `process` to the command line, and ends with the status that comes back. */
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
if (isServe) setTimeout(() => process.kill(process.pid, 'SIGTERM'), FORCED_END_MS).unref()
