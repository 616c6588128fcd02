import { readdirSync, readFileSync } from 'node:fs'
import type { Contract } from '../../../src/contract/contract.js'
import { pythonFiles } from '../../../src/tools/client/python/client-files.js'

const FOLDER = new URL('../../../src/tools/client/runtime-python/', import.meta.url)

/** The parts of the Python client that do not depend on the contract. */
const parts = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }))

/** The files of the published Python package. */
export const emitPythonClient = (contract: Contract): { path: string; content: string }[] => {
  const licence = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8')
  return pythonFiles(contract, 'tollgate-client', parts(), licence).map(({ path, content }) => ({
    path: `client-python/${path}`,
    content,
  }))
}
