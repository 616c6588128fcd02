import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { filesBelow, type Import, ROOT, readSource } from '../support/source-files.js'

/** The files of src, parsed. */
export const sources = filesBelow('src').map(readSource)

/**
 * Files of src without the client's run-time code, which is a separate package with its own names
 * and imports.
 */
export const ofTollgate = sources.filter(({ path }) => !path.startsWith('src/tools/client/runtime/'))

/** Returns whether an import names a file of the repository. */
export const isRelative = ({ specifier }: Import) => specifier.startsWith('.')

/** Returns the path of an imported file, relative to the root. */
export const targetOf = (path: string, { specifier }: Import) => {
  const target = relative(ROOT, resolve(ROOT, dirname(path), specifier))
  const source = ['.ts', '.tsx'].map((ending) => target.replace(/\.js$/, ending))
  return source.find((one) => existsSync(join(ROOT, one))) ?? target
}
