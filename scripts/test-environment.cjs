/**
 * The environment of a test file: Node's, the `require` that shares packages between files
 * (scripts/shared-package.cjs), and a day that does not end while the file runs
 * (scripts/one-day.cjs).
 */
const hooks = require('node:async_hooks')
const { relative } = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { TestEnvironment } = require('jest-environment-node')
const { awaitDay } = require('./one-day.cjs')

const { AsyncLocalStorage } = hooks
/** Newer versions of Node follow it at no cost, and let nobody replace it. */
const isCostly = Object.getOwnPropertyDescriptor(hooks, 'AsyncLocalStorage').writable === true

/**
 * Holds the running test for jest-circus in place of an AsyncLocalStorage, whose hooks on each
 * promise cost a sixth of the tests' CPU time on Node 20. Tests of a file run one at a time.
 */
class RunningTest {
  constructor() {
    hooks.AsyncLocalStorage = AsyncLocalStorage
  }

  getStore() {
    return this.store
  }

  run(store, callback) {
    const outer = this.store
    this.store = store
    const end = () => {
      this.store = outer
    }
    const result = callback()
    result.then(end, end)
    return result
  }
}

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.file = relative('.', context.testPath)
    this.global.requireShared = require
    if (isCostly) hooks.AsyncLocalStorage = RunningTest
  }

  async setup() {
    await super.setup()
    const print = (line) => process.stdout.write(line)
    await awaitDay(this.file, process.env.TOLLGATE_TESTS === 'long', { nowMs: Date.now, sleep, print })
  }
}
