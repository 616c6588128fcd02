import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONFIG } from '../support/command-line.js'
import { startProgram } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'
import { temporaryFolder } from '../support/started.js'

/** Stands in for a machine on which libsql's native part was not installed. */
const WITHOUT_LIBSQL = `
const Module = require('node:module')
const resolve = Module._resolveFilename
Module._resolveFilename = (name, ...more) => {
  if (name.startsWith('@libsql/')) throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' })
  return resolve(name, ...more)
}
`

const folder = temporaryFolder()
beforeAll(() => {
  writeFileSync(join(folder, 'without.cjs'), WITHOUT_LIBSQL)
  writeFileSync(join(folder, 'tollgate.yaml'), CONFIG)
})

const run = async (...args: readonly string[]) => {
  const options = { NODE_OPTIONS: `--require ${join(folder, 'without.cjs')}` }
  const running = startProgram([...args], join(ROOT, 'dist/src/main.js'), options)
  const { code } = await running.exited
  return { code, stderr: running.stderr }
}

test.each([['--version'], ['help'], ['check', '--config'], ['contract', 'print', '--config'], ['serve', '--help']])(
  '%s … needs no native part',
  async (...words) => {
    const args = words.filter((word) => word !== undefined)
    const line = args.at(-1) === '--config' ? [...args, join(folder, 'tollgate.yaml')] : args
    expect(await run(...line)).toEqual({ code: 0, stderr: '' })
  },
)

test('a command that opens a SQLite store says what is missing', async () => {
  const { code, stderr } = await run('operator', 'invite', '--config', join(folder, 'tollgate.yaml'))
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^tollgate: .*libsql/)])
})

test('a store on PostgreSQL is asked for without one', async () => {
  const path = join(folder, 'postgres.yaml')
  writeFileSync(path, `${CONFIG}store: postgres://nobody@127.0.0.1:1/none\n`)
  const { code, stderr } = await run('account', 'list', '--config', path)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^tollgate: cannot open the store on 127.0.0.1:1: .*ECONNREFUSED/),
  ])
})
