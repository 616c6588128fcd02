import type { Contract } from '../../../contract/contract.js'
import type { ClientParts, PackageFile } from '../typescript/client-files.js'
import { clientTypesOf } from '../typescript/type-module.js'
import { callsOf } from '../typescript/watched-kinds.js'
import { pythonCalls, pythonClients } from './call-modules.js'
import { pythonErrors } from './error-module.js'
import { pythonFacts, pythonMethods } from './fact-modules.js'
import { moduleOf, pythonPackage } from './package-files.js'
import { pythonReadme } from './readme.js'
import { pythonBanner } from './source-text.js'
import { pythonTypes } from './type-module.js'

/** All files of the Python package of a contract's client; deterministic. */
export const pythonFiles = (contract: Contract, name: string, parts: ClientParts, licence: string): PackageFile[] => {
  const types = clientTypesOf(contract)
  const calls = callsOf(contract)
  const source = `src/${moduleOf(name)}`
  return [
    ...pythonPackage(contract, name),
    { path: 'LICENSE', content: licence },
    { path: 'README.md', content: pythonReadme(contract, name) },
    { path: `${source}/calls.py`, content: pythonCalls(calls, types) },
    { path: `${source}/clients.py`, content: pythonClients(contract, types) },
    { path: `${source}/errors.py`, content: pythonErrors(contract, types) },
    { path: `${source}/facts.py`, content: pythonFacts(contract) },
    { path: `${source}/methods.py`, content: pythonMethods(calls) },
    { path: `${source}/types.py`, content: pythonTypes(contract, types) },
    ...parts.map((part) => ({ path: `${source}/core/${part.name}`, content: `${pythonBanner}${part.text}` })),
  ]
}
