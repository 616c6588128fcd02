import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { filesBelow, type Import, ROOT, readSource } from '../support/source-files.js'

/** The files of src, parsed. */
export const sources = filesBelow('src').map(readSource)

/** The client's run-time code is a package of its own, with names and imports of its own. */
export const ofTollgate = sources.filter(({ path }) => !path.startsWith('src/tools/client/runtime/'))

/** Whether it is a file of the repository that is imported. */
export const isRelative = ({ specifier }: Import) => specifier.startsWith('.')

/** The path of what a file imports, from the root. */
export const targetOf = (path: string, { specifier }: Import) => {
  const target = relative(ROOT, resolve(ROOT, dirname(path), specifier))
  const source = ['.ts', '.tsx'].map((ending) => target.replace(/\.js$/, ending))
  return source.find((one) => existsSync(join(ROOT, one))) ?? target
}
