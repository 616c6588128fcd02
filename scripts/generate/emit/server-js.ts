import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * The modules that router.js requires, and their replacements. src/server/admin/router.ts replaces
 * the validator of schema-utils by its own, and never uses the mock mode, for which router.js loads
 * lodash and json-schema-faker.
 */
const REPLACED: readonly (readonly [string, string])[] = [
  [
    'require("@open-rpc/schema-utils-js")',
    '{ MethodCallValidator: class MethodCallValidator {}, MethodNotFoundError: class MethodNotFoundError extends Error {} }',
  ],
  ['require("lodash")', 'undefined'],
  ['require("json-schema-faker")', 'undefined'],
  ['require("./error")', 'require("./error.cjs")'],
]

const TYPES = `/** An error with a code of its own, for a method to throw. */
export declare class JSONRPCError extends Error {
  constructor(message: string, code: number, data?: unknown)
}
`

const ROUTER_TYPES = `/** Validates calls and hands them to the functions that do them. */
export declare class Router {
  constructor(openrpcDocument: unknown, methodMapping: object)
  call(
    methodName: string,
    params: readonly unknown[],
  ): Promise<{ result?: unknown; error?: { code: number; message: string; data?: unknown } }>
  isMethodImplemented(methodName: string): boolean
}
`

/**
 * The two files of @open-rpc/server-js that the admin API runs on, to be part of the package: as a
 * dependency it would bring transports that are never started and what only its mock mode needs.
 *
 * Errors  throws when server-js's files are no longer what this expects
 */
export const emitServerJs = (): { path: string; content: string }[] => {
  const folder = dirname(require.resolve('@open-rpc/server-js/package.json'))
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const banner = (changed: string) =>
    `// @generated from @open-rpc/server-js ${version} (${license}, https://github.com/open-rpc/server-js) by scripts/generate${changed} — do not edit\n`
  let router = readFileSync(join(folder, 'build', 'router.js'), 'utf8')
  for (const [found, put] of REPLACED) {
    if (router.split(found).length !== 2) throw new Error(`server-js ${version}: router.js has not one ${found}`)
    router = router.replace(found, put)
  }
  const types = `${banner('')}`
  return [
    { path: 'server-js/error.cjs', content: banner('') + readFileSync(join(folder, 'build', 'error.js'), 'utf8') },
    { path: 'server-js/error.d.cts', content: types + TYPES },
    { path: 'server-js/router.cjs', content: banner('; what it requires is replaced') + router },
    { path: 'server-js/router.d.cts', content: types + ROUTER_TYPES },
  ]
}
