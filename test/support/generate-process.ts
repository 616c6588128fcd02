import { createInterface } from 'node:readline'
import { generate } from '../../scripts/generate.js'

/**
 * `npm run generate` as often as it is asked, in one process: most of a command's time is reading
 * its modules, and jest cannot read them, for one of them is an ES module that another requires.
 * Started with `node --import tsx`.
 *
 * Expects lines of JSON, each a list of arguments; prints { code, stdout, stderr } for each, as a
 * line of JSON.
 */
for await (const line of createInterface({ input: process.stdin })) {
  const printed = { stdout: '', stderr: '' }
  const to = (stream: keyof typeof printed) => (text: string) => {
    printed[stream] += `${text}\n`
  }
  const code = await generate(JSON.parse(line) as string[], { log: to('stdout'), error: to('stderr') })
  process.stdout.write(`${JSON.stringify({ code, ...printed })}\n`)
}
