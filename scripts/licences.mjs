import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The texts under which packages may be passed on, for a bundle that contains them. `folders` are
 * where the packages are installed. Errors: a package has no such text.
 */
export const licencesOf = (folders) => folders.map(licenceIn).join('\n\n')

const licenceIn = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined && license === undefined) throw new Error(`${name} ${version} has no licence`)
  const text = file === undefined ? license : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}\n${text}`
}
