/**
 * Holds anvil, which does not notice the death of its parent, and ends it when standard input
 * closes.
 */
const [file, ...args] = process.argv.slice(1)
const anvil = require('node:child_process').spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] })
anvil.on('spawn', () => require('node:fs').writeSync(1, `pid ${anvil.pid}\n`))
anvil.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
anvil.on('exit', () => process.exit())
const end = () => {
  anvil.kill('SIGTERM') // lets anvil remove the states it keeps on disk
  anvil.kill('SIGCONT') // a node that a test has stopped would never see SIGTERM
  setTimeout(() => anvil.kill('SIGKILL'), 1500)
}
process.stdin.on('close', end).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
