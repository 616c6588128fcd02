/**
 * How jest finds what is imported: `./name.js` beside a TypeScript file is `./name.ts`, as for the
 * compiler. A resolver, as jest looks up again in each test file what `moduleNameMapper` names, and
 * keeps what this finds.
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
