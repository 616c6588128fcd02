/**
 * `npm test`: every check of the repository but those that need minutes by nature; the last line is the count.
 * `npm run test:long` (`--long`): those, the files named `*.long.test.ts`.
 *
 * Plain JavaScript, so that it runs when nothing compiles. Arguments are passed on to jest (`npm test -- test/protocol`), and then
 * only jest runs.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isLong = process.argv[2] === '--long'
const only = process.argv.slice(isLong ? 3 : 2)
const folder = mkdtempSync(join(tmpdir(), 'tollgate-jest-'))
const report = join(folder, 'report.json')
const bin = (name) => join('node_modules', '.bin', name)

/** Runs one check with its output shown; true when it passed. */
const run = (title, command, args, env = {}) => {
  console.log(`\n── ${title}`)
  const startedMs = Date.now()
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error !== undefined) console.log(String(error))
  console.log(`── ${title}: ${status === 0 ? 'passed' : 'FAILED'} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
  return status === 0
}

const checks = [
  ['build', process.execPath, ['scripts/build.mjs']],
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json', '--noEmit']],
  ['types of what runs in browsers', bin('tsc'), ['-p', 'src/web/docs/browser']],
  ['types of the dashboard in browsers', bin('tsc'), ['-p', 'src/web/dashboard/browser']],
  ['generated files are fresh', bin('tsx'), ['scripts/generate.ts', '--check']],
  ['no unused files, exports or dependencies', bin('knip'), []],
]

const passed = []
const failed = []
for (const [title, command, args] of only.length > 0 ? [] : isLong ? checks.slice(0, 1) : checks) {
  if (run(title, command, args)) passed.push(title)
  else failed.push(title)
}

// Three on two cores: many tests wait for something most of their time.
const jestArgs = [`--maxWorkers=${isLong ? 1 : 3}`, '--json', `--outputFile=${report}`, ...only]
run(isLong ? 'long tests' : 'tests', bin('jest'), jestArgs, {
  TOLLGATE_TESTS: isLong ? 'long' : '',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`,
})

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
