import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of the packages in bundles, by esbuild's description of them. */
export const packagesIn = ({ inputs }) => {
  const folders = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  return [...new Set(folders)].sort()
}

/**
 * The texts under which packages may be passed on, for a bundle that contains them. `folders` are
 * where the packages are installed. Errors: a package has no such text.
 */
export const licencesOf = (folders) => folders.map(licenceIn).join('\n\n')

const licenceIn = (folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined) throw new Error(`${name} ${version} has no licence that could go with a bundle`)
  return `${name} ${version}\n${readFileSync(join(folder, file), 'utf8').trim()}`
}
