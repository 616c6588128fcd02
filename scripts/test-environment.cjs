/**
 * The environment of a test file: Node's, and the `require` that shares packages between files
 * (scripts/shared-package.cjs).
 */
const hooks = require('node:async_hooks')
const { TestEnvironment } = require('jest-environment-node')

const { AsyncLocalStorage } = hooks

/**
 * What jest-circus keeps the running test in. Node 20 follows an AsyncLocalStorage through each
 * promise with hooks that cost a sixth of the tests' CPU time; tests of a file run one at a time.
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
    hooks.AsyncLocalStorage = RunningTest
  }
}
