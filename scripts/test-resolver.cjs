/**
 * Resolves imports for jest: `./name.js` beside a TypeScript file is `./name.ts`, as for the
 * compiler. Jest remembers the results of a resolver, while it applies `moduleNameMapper` again in
 * each test file.
 */
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const RELATIVE = /^\.{1,2}\/.*\.js$/

exports.sync = (request, options) => {
  if (RELATIVE.test(request) && !options.basedir.includes('node_modules')) {
    const source = join(options.basedir, `${request.slice(0, -3)}.ts`)
    if (existsSync(source)) return source
  }
  return options.defaultResolver(request, options)
}
