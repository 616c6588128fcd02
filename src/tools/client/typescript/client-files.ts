import { banner, type Contract } from '../../../contract/contract.js'
import { classModule, entryModule } from './class-module.js'
import { errorModule } from './error-module.js'
import { methodModule } from './method-module.js'
import { type ClientPackage, packageFiles } from './package-files.js'
import { clientReadme } from './readme.js'
import { clientTypesOf, typeModule } from './type-module.js'
import { callsOf } from './watched-kinds.js'

/** A file of a package: its path from the package's folder, and its text. */
export interface PackageFile {
  readonly path: string
  readonly content: string
}

/**
 * The parts that the clients of all contracts share: their names, and their texts without the
 * generated banner.
 */
export type ClientParts = readonly { readonly name: string; readonly text: string }[]

/**
 * All files of the package of a contract's client, as sources that \`npm install\` compiles;
 * deterministic.
 */
export const clientFiles = (
  contract: Contract,
  made: ClientPackage,
  parts: ClientParts,
  licence: string,
): PackageFile[] => {
  const types = clientTypesOf(contract)
  const calls = callsOf(contract)
  return [
    ...packageFiles(contract, made),
    { path: 'LICENSE', content: licence },
    { path: 'README.md', content: clientReadme(contract, made.name) },
    { path: 'src/index.ts', content: entryModule(contract, 'index') },
    { path: 'src/fetch.ts', content: entryModule(contract, 'fetch') },
    { path: 'src/clients.ts', content: classModule(contract, types) },
    { path: 'src/methods.ts', content: methodModule(calls, types) },
    { path: 'src/errors.ts', content: errorModule(contract) },
    { path: 'src/types.ts', content: typeModule(contract, types) },
    ...parts.map(({ name, text }) => ({ path: `src/core/${name}`, content: `${banner}\n${text}` })),
  ]
}
