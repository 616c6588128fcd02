import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The used part of package.json. */
interface PackageManifest {
  readonly version: string
  /** Packages that only the demo uses, with their versions. */
  readonly peerDependencies: Readonly<Record<string, string>>
}

let read: PackageManifest | undefined

/** This program's package.json, read on first use: two folders above src, three above dist/src. */
export const packageManifest = (): PackageManifest => {
  for (const up of ['../../package.json', '../../../package.json']) {
    if (read !== undefined) return read
    try {
      read = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as PackageManifest
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  if (read === undefined) throw new Error('package.json is not where the package has it')
  return read
}

const { resolve } = createRequire(import.meta.url)

/**
 * The path of a file that the build makes beside the compiled sources. package.json says where
 * (`#built/`): the same place for dist and for tests, which run src.
 *
 * Errors  what to do, where nothing was built
 */
export const builtFile = (name: string): string => {
  try {
    return resolve(`#built/${name}`)
  } catch (cause) {
    throw new Error(`${name} is not built: run \`npm run build\`.`, { cause })
  }
}
