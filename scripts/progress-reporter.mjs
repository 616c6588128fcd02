/**
 * Tells how far the tests are after each file, and at the end which files took longest:
 * `── 57 of 179 files, 2 failed, 1:43`.
 *
 * A jest reporter; jest's own tells what failed, and how.
 */
const SLOWEST = 12
const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

export default class ProgressReporter {
  startedMs = Date.now()
  total = 0
  done = 0
  failed = 0
  took = []

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites
  }

  onTestResult(test, result) {
    this.done++
    if (result.numFailingTests > 0 || result.testExecError) this.failed++
    this.took.push([result.perfStats.end - result.perfStats.start, test.path])
    const failures = this.failed > 0 ? `, ${this.failed} failed` : ''
    process.stdout.write(`── ${this.done} of ${this.total} files${failures}, ${clock(Date.now() - this.startedMs)}\n`)
  }

  onRunComplete() {
    if (this.total < SLOWEST) return
    const slowest = this.took.sort(([a], [b]) => b - a).slice(0, SLOWEST)
    const lines = slowest.map(
      ([ms, path]) => `   ${(ms / 1000).toFixed(1).padStart(6)} s  ${path.replace(`${process.cwd()}/`, '')}`,
    )
    process.stdout.write(`── the files that took longest\n${lines.join('\n')}\n`)
  }
}
