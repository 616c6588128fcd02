import { readFileSync } from 'node:fs'
import { banner, type Contract, componentOf } from '../../../src/contracts/contract.js'
import { clientTimeoutMs, emitClientIndex } from './client-index.js'
import { number } from './markdown.js'
import { labelledParams, usedTypes } from './methods.js'
import { errorsTable, methodsTable } from './tables.js'

/** The parts of the client that do not depend on the contract: ordinary modules beside this folder, copied. */
const parts = ['rpc-error.ts', 'transport.ts', 'http-transport.ts', 'websocket-transport.ts', 'result-text.ts']

const emitClientMethods = (contract: Contract): string => `${banner}
import type { ${usedTypes(contract).join(', ')} } from './types.js'

/** The positional params of each method. */
export interface Params {
${contract.methods.map((method) => `  ${method.name}: [${labelledParams(method)}]`).join('\n')}
}

/** The result of each method. */
export interface Results {
${contract.methods.map(({ name, result }) => `  ${name}: ${componentOf(result.schema)}`).join('\n')}
}

/** A method of the contract. */
export type MethodName = keyof Params
`

const manifest = (contract: Contract): object => ({
  name: '@tollgate/client',
  version: contract.info.version,
  description: 'A typed client of the Tollgate gateway, generated from its OpenRPC document.',
  license: 'Apache-2.0',
  type: 'module',
  engines: { node: '>=20.19' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  files: ['dist'],
  scripts: { build: 'tsc -p tsconfig.json', prepare: 'npm run build' },
  dependencies: { axios: '^1.21.1', ws: '^8.23.0' },
  devDependencies: { '@types/node': '^20.19.43', '@types/ws': '^8.18.2', typescript: '~5.9.3' },
})

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  rootDir: 'src',
  outDir: 'dist',
  strict: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  declaration: true,
  skipLibCheck: true,
  types: ['node'],
}

const readme = (contract: Contract): string => `<!-- @generated from openrpc.json by scripts/generate — do not edit -->
# @tollgate/client

A typed client of the Tollgate gateway over HTTP or WebSocket, for Node 20.19 and later and for browsers.

\`\`\`ts
import { RpcError, TollgateClient } from '@tollgate/client'

const client = new TollgateClient({ url: 'http://127.0.0.1:8545/ethereum-mainnet/v3/API_KEY' })
const block = await client.eth_blockNumber()
const logs = await client.eth_getLogs({ address: '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df', fromBlock: '0x1', toBlock: block })
const replies = await client.batch([
  { method: 'eth_chainId', params: [] },
  { method: 'eth_blockNumber', params: [] },
])
client.close()
\`\`\`

- A URL that begins with \`ws://\` or \`wss://\` uses one WebSocket for all calls. It opens with the first call, again after it
  broke, and keeps a program running until \`close()\`.
- \`RpcError\` has \`code\`, \`message\` and \`data\` of the answer and, over HTTP, \`httpStatus\`, \`creditsCost\`, \`creditsRemaining\`,
  \`creditsResetAt\`, \`requestId\`, \`servedBy\` and \`isVerified\`. \`TransportError\` means that there was no usable answer; its \`reason\` says why.
  Nothing is retried: a retry costs credits, so it is yours to decide.
- Every call ends after \`timeoutMs\` (${number(clientTimeoutMs(contract))} unless given).
- Results are read with \`JSON.parse\`, which rounds integers above 2^53: \`rentEpoch\` is often 18446744073709551615.
  \`client.rawResult(method, ...params)\` returns the text of the result with every digit, for a parser that keeps them.

## Methods
${methodsTable(contract)}

## Errors
${errorsTable(contract)}
`

/** The published client, a package of its own; \`types\` is the text of types.ts. */
export const emitClient = (contract: Contract, types: string): { path: string; content: string }[] => [
  { path: 'client/package.json', content: `${JSON.stringify(manifest(contract), null, 2)}\n` },
  { path: 'client/tsconfig.json', content: `${JSON.stringify({ compilerOptions, include: ['src'] }, null, 2)}\n` },
  { path: 'client/README.md', content: readme(contract) },
  { path: 'client/src/index.ts', content: emitClientIndex(contract) },
  { path: 'client/src/methods.ts', content: emitClientMethods(contract) },
  { path: 'client/src/types.ts', content: types },
  ...parts.map((name) => ({
    path: `client/src/${name}`,
    content: `${banner}\n${readFileSync(new URL(`../client/${name}`, import.meta.url), 'utf8')}`,
  })),
]
