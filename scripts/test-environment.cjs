/**
 * The environment of a test file: Node's, and the `require` that shares packages between files
 * (scripts/shared-package.cjs).
 */
const hooks = require('node:async_hooks')
const { TestEnvironment } = require('jest-environment-node')

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
  constructor(...options) {
    super(...options)
    this.global.requireShared = require
    if (isCostly) hooks.AsyncLocalStorage = RunningTest
  }
}
