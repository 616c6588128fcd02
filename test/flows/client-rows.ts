import type { ClientRow } from './client-row.js'
import { cast, evmClients } from './evm-clients.js'
import { jsonRpcClients } from './json-rpc-client.js'
import { solanaClients } from './solana-clients.js'

/** Clients that `npm test` tries. */
export const quickClients: readonly ClientRow[] = [...evmClients, ...solanaClients, ...jsonRpcClients]

/** Every client of the matrix: each cell is run by a test, and docs/clients.md shows it. */
export const clientRows: readonly ClientRow[] = [...quickClients, cast]
