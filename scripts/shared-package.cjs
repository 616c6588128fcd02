/**
 * A "transformation" by which jest loads a CommonJS package once in each of its processes, by Node,
 * instead of once in each test file: for packages that keep no state, where their hundreds of files
 * would cost more than most tests.
 */
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')

const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key)

/** Nothing runs this: it names the exports to those who read the file for `import`. */
const namesOf = (path) =>
  Object.keys(require(path))
    .filter(isName)
    .map((name) => `exports.${name} = 0`)
    .join('; ')

exports.process = (_, path) => ({
  // Node's own `require` (scripts/test-environment.cjs); that within a test file is jest's.
  code: `module.exports = requireShared(__filename)\nif (false) { ${namesOf(path)} }\n`,
})
// An update of a package may change its exports.
const [lock, self] = ['package-lock.json', __filename].map((path) => readFileSync(path))
const version = createHash('sha256').update(lock).update(self).digest('hex')
exports.getCacheKey = (_, path) => `${version} ${path}`
