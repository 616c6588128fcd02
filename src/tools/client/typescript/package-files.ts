import { readFileSync } from 'node:fs'
import type { Contract } from '../../../contract/contract.js'

export interface ClientPackage {
  readonly name: string
  readonly version: string
  /** In the form of package.json; undefined for none. */
  readonly repository?: object | undefined
}

/** An entry of the package: ES modules, CommonJS, and types of both. */
const entry = (name: string): object => ({
  import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
  require: { types: `./commonjs/${name}.d.ts`, default: `./commonjs/${name}.js` },
})

/** axios where the runtime is Node or like it, else fetch: in browsers and on the edge. */
const mainEntry = { node: entry('index'), default: entry('fetch') }

const manifest = ({ name, version, repository }: ClientPackage, { info }: Contract): object => ({
  name,
  version,
  description: `A typed client of ${info.title}, generated from its OpenRPC document.`,
  keywords: ['json-rpc', 'openrpc', 'ethereum', 'evm', 'solana', 'typed', 'client'],
  license: 'Apache-2.0',
  ...(repository !== undefined && { repository }),
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.19' },
  main: './commonjs/index.js',
  types: './commonjs/index.d.ts',
  exports: {
    '.': mainEntry,
    './fetch': entry('fetch'),
    './storage': entry('core/storage'),
    './package.json': './package.json',
  },
  // For resolvers that do not know exports: TypeScript's node10.
  typesVersions: { '*': { fetch: ['./commonjs/fetch.d.ts'], storage: ['./commonjs/core/storage.d.ts'] } },
  files: ['dist', 'commonjs', 'src'],
  scripts: { build: 'tsc -p tsconfig.json && tsc -p tsconfig.commonjs.json', prepare: 'npm run build' },
  dependencies: { '@noble/hashes': '^1.8.0', axios: '^1.21.1', ws: '^8.23.0' },
  devDependencies: { '@types/node': '^20.19.43', '@types/ws': '^8.18.2', typescript: '~5.9.3' },
})

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** The files that make a package of a client's sources. */
export const packageFiles = (contract: Contract, made: ClientPackage): { path: string; content: string }[] => [
  { path: 'package.json', content: json(manifest(made, contract)) },
  ...['tsconfig.json', 'tsconfig.commonjs.json'].map((path) => ({
    path,
    content: readFileSync(new URL(`./${path}.template`, import.meta.url), 'utf8'),
  })),
  // Marks the modules in this folder as CommonJS for Node.
  { path: 'commonjs/package.json', content: json({ type: 'commonjs' }) },
]
