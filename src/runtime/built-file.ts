import { createRequire } from 'node:module'

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
