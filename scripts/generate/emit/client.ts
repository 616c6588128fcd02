import { readdirSync, readFileSync } from 'node:fs'
import type { Contract } from '../../../src/contract/contract.js'
import { clientFiles } from '../../../src/tools/client/typescript/client-files.js'

const FOLDER = new URL('../../../src/tools/client/runtime/', import.meta.url)

/**
 * The parts of the client that do not depend on the contract: modules that are type-checked where
 * they stand, against what is generated.
 */
const parts = () =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => ({
      name,
      text: readFileSync(new URL(name, FOLDER), 'utf8').replaceAll("'../../../../generated/client/src/", "'../"),
    }))

/**
 * The address of the published sources, from package.json; undefined until it has one, because an
 * invented address would lead readers to strangers.
 */
const repository = (): object | undefined => {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly repository?: object
  }
  return manifest.repository && { ...manifest.repository, directory: 'generated/client' }
}

/** The files of the published TypeScript package. */
export const emitClient = (contract: Contract): { path: string; content: string }[] => {
  const licence = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8')
  const made = { name: '@tollgate/client', version: contract.info.version, repository: repository() }
  return clientFiles(contract, made, parts(), licence).map(({ path, content }) => ({ path: `client/${path}`, content }))
}
