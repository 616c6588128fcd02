/**
 * `npm test`: every check of the repository but those that need minutes by nature; the last line is the count.
 * `npm run test:long` (`--long`): those, the files named `*.long.test.ts`.
 *
 * Plain JavaScript, so that it runs when nothing compiles. Arguments are passed on to jest (`npm test -- test/protocol`), and then
 * only jest runs.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isLong = process.argv[2] === '--long'
const only = process.argv.slice(isLong ? 3 : 2)
const folder = mkdtempSync(join(tmpdir(), 'tollgate-jest-'))
const report = join(folder, 'report.json')
const bin = (name) => join('node_modules', '.bin', name)

/** Runs one check; true when it passed. Its output is shown as it comes, or all of it at the end where others run beside it. */
const run = (title, command, args, { env = {}, isBeside = false } = {}) =>
  new Promise((resolve) => {
    const startedMs = Date.now()
    const child = spawn(command, args, {
      stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    const printed = []
    if (isBeside) for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes))
    else console.log(`\n── ${title}`)
    const end = (isFine, trouble = '') => {
      const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
      const lines = isBeside ? `\n── ${title}\n${Buffer.concat(printed)}` : ''
      console.log(`${lines}${trouble}── ${title}: ${isFine ? 'passed' : 'FAILED'} (${seconds} s)`)
      resolve(isFine)
    }
    child.on('error', (error) => end(false, `${error}\n`))
    child.on('close', (status) => end(status === 0))
  })

/** What the tests need. */
const build = ['build', process.execPath, ['scripts/build.mjs', '--if-stale']]
const TYPES = 'node_modules/.cache/tollgate/types.tsbuildinfo'
/** What needs no test, one after the other beside the tests. */
const checks = [
  ['types', bin('tsc'), ['-p', 'tsconfig.json', '--noEmit', '--incremental', '--tsBuildInfoFile', TYPES]],
  ['types of what runs in browsers', bin('tsc'), ['-p', 'src/web/docs/browser']],
  ['types of the dashboard in browsers', bin('tsc'), ['-p', 'src/web/dashboard/browser']],
  ['generated files are fresh', bin('tsx'), ['scripts/generate.ts', '--check']],
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['no unused files, exports or dependencies', bin('knip'), []],
]

const passed = []
const failed = []
const check = async ([title, command, args], isBeside) => {
  if (await run(title, command, args, { isBeside })) passed.push(title)
  else failed.push(title)
}
const checkAll = async () => {
  for (const one of checks) await check(one, true)
}

// Three on two cores: many tests wait for something most of their time.
const jestArgs = [`--maxWorkers=${isLong ? 1 : 3}`, '--json', `--outputFile=${report}`, ...only]
const test = () =>
  run(isLong ? 'long tests' : 'tests', bin('jest'), jestArgs, {
    env: {
      TOLLGATE_TESTS: isLong ? 'long' : '',
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`,
    },
  })

if (only.length === 0) await check(build, false)
await Promise.all([test(), ...(only.length > 0 || isLong ? [] : [checkAll()])])

let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numRuntimeErrorTestSuites: 1, testResults: [] }
try {
  counts = JSON.parse(readFileSync(report, 'utf8'))
} catch {
  console.log('jest wrote no report')
}
rmSync(folder, { recursive: true, force: true })
for (const suite of counts.testResults) {
  for (const { status, fullName } of suite.assertionResults) {
    if (status === 'pending' || status === 'todo') console.log(`skipped: ${fullName}`)
  }
}
for (const title of failed) console.log(`failed: ${title}`)

const passes = passed.length + counts.numPassedTests
const failures = failed.length + counts.numFailedTests + counts.numRuntimeErrorTestSuites
const skips = counts.numPendingTests + (counts.numTodoTests ?? 0)
console.log(`\n${passes} passed, ${failures} failed${skips > 0 ? `, ${skips} skipped` : ''}`)
process.exit(failures > 0 || passes === 0 ? 1 : 0)
