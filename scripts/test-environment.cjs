/**
 * The environment of a test file: Node's, and the `require` that shares packages between files
 * (scripts/shared-package.cjs).
 */
const { TestEnvironment } = require('jest-environment-node')

module.exports = class extends TestEnvironment {
  constructor(...options) {
    super(...options)
    this.global.requireShared = require
  }
}
