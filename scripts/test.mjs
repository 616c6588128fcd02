/**
 * `npm test`: every check of the repository but those that need minutes by nature; the last line is
 * the count. `npm run test:long` (`--long`): those, the files named `*.long.test.ts`.
 *
 * Plain JavaScript, so that it runs when nothing compiles. Arguments are passed on to jest
 * (`npm test -- test/e2e/protocol`), and then only jest runs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const isLong = process.argv[2] === '--long'
const only = process.argv.slice(isLong ? 3 : 2)
const folder = mkdtempSync(join(tmpdir(), 'tollgate-jest-'))
const bin = (name) => join('node_modules', '.bin', name)
/**
 * The compiler in machine code, a fifth of the other's CPU time; what asks TypeScript as a library
 * has the other.
 */
const TSC = join('node_modules', 'typescript-native', 'bin', 'tsc')

/**
 * Flags of V8 for processes that load much code and end soon, such as jest's. Early optimization
 * and garbage collection on other threads cost such processes a fifth of their CPU time. The names
 * change with V8, so flags that this Node does not know are left out.
 */
const SHORT_LIVED = [
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--interrupt-budget=500000',
]
const listFlags = () => spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout
const isKnown = (known) => (flag) => known.includes(`\n  ${flag.split('=')[0]} (`)

/** Long tests run for minutes, and some measure: they are left as Node has it. */
const shortLived = isLong ? [] : SHORT_LIVED.filter(isKnown(listFlags()))

/**
 * Runs one check; true when it passed. Shows its output as it comes, or at the end if other checks
 * run at the same time.
 */
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

/** The build that the tests need. */
const build = ['build', process.execPath, ['scripts/build.mjs', '--if-stale']]
/** A further checker would check the shared files again. */
const FEW = ['--checkers', '1']
/** Checks without tests, which run one after the other while the tests run. */
const checks = [
  ['types', TSC, ['-p', 'tsconfig.json', '--noEmit', ...FEW]],
  ['types of what runs in browsers', TSC, ['-p', 'src/web/docs/browser', ...FEW]],
  ['types of the dashboard in browsers', TSC, ['-p', 'src/web/dashboard/browser', ...FEW]],
  ['generated files are fresh', process.execPath, [...shortLived, '--import', 'tsx', 'scripts/generate.ts', '--check']],
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['English of comments and pages', process.execPath, ['scripts/prose.mjs']],
  [
    'no unused files, exports or dependencies',
    process.execPath,
    [...shortLived, join('node_modules', 'knip', 'bin', 'knip.js')],
  ],
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

const JEST = join('node_modules', 'jest', 'bin', 'jest.js')
/**
 * Long tests that measure the gateway alone on the machine: latency, CPU at rest, answers in time.
 */
const ALONE = ['test/performance/', 'test/e2e/failures/one-against-all', 'test/e2e/chaos.long']
const NO_REPORT = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numRuntimeErrorTestSuites: 1,
  testResults: [],
}

/** Runs jest with these arguments; returns what its report counts. */
const test = async (title, workers, ...args) => {
  const report = join(folder, `${title}.json`)
  // Its workers have the flags too.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...shortLived]
  const jest = [JEST, `--maxWorkers=${workers}`, '--json', `--outputFile=${report}`, ...args]
  await run(title, process.execPath, [...flags, ...jest], { env: { TOLLGATE_TESTS: isLong ? 'long' : '' } })
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    console.log('jest wrote no report')
    return NO_REPORT
  }
}

/** Processes of jest on two cores: many tests wait for something most of their time. */
const WORKERS = 3
const testAll = async () => {
  if (only.length > 0) return [await test('tests', isLong ? 1 : WORKERS, ...only)]
  await check(build, false)
  if (!isLong) return [(await Promise.all([test('tests', WORKERS), checkAll()]))[0]]
  const others = ALONE.flatMap((path) => ['--testPathIgnorePatterns', path])
  return [await test('long tests', WORKERS, ...others), await test('long tests alone', 1, ...ALONE)]
}

const reports = await testAll()
rmSync(folder, { recursive: true, force: true })
/** The first lines of what a failed test says, in one line without colours. */
const shortened = (text = '') => stripVTControlCharacters(text).replace(/\s+/g, ' ').slice(0, 400)
for (const file of reports.flatMap(({ testResults }) => testResults)) {
  const { assertionResults } = file
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status === 'pending' || status === 'todo') console.log(`skipped: ${fullName}`)
    // Again at the end, because the record of a CI run may keep no more.
    if (status === 'failed') console.log(`failed: ${fullName}: ${shortened(failureMessages[0])}`)
  }
  if (file.status === 'failed' && assertionResults.length === 0)
    console.log(`failed: ${relative('.', file.name)}: ${shortened(file.message)}`)
}
for (const title of failed) console.log(`failed: ${title}`)

const sum = (name) => reports.reduce((total, report) => total + (report[name] ?? 0), 0)
const passes = passed.length + sum('numPassedTests')
const failures = failed.length + sum('numFailedTests') + sum('numRuntimeErrorTestSuites')
const skips = sum('numPendingTests') + sum('numTodoTests')
console.log(`\n${passes} passed, ${failures} failed${skips > 0 ? `, ${skips} skipped` : ''}`)
process.exit(failures > 0 || passes === 0 ? 1 : 0)
