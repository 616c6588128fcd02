import type { BenchGateway } from './gateway.js'
import type { Nginx, TlsPair } from './nginx.js'
import type { Server } from './process.js'

/** The servers of a run; the same two gateways and the same nginx in every scenario. */
export interface Servers {
  readonly upstream: Server
  readonly nginx: Nginx
  readonly proxy: Server
  readonly gateway: BenchGateway
  readonly tlsGateway: BenchGateway
  readonly pair: TlsPair
}

/**
 * One row of the table: what is sent to which server, and which row of nginx's it is compared with.
 */
export interface Scenario {
  readonly name: string
  /** Name of nginx's row; undefined: this is one, or a baseline. */
  readonly reference?: string
  readonly server: Server
  readonly port?: number
  readonly path: string
  readonly body: string
  /**
   * Calls in one body, and the rows of the same calls one by one, whose calls a second they are
   * held against.
   */
  readonly batch?: number
  readonly singles?: readonly string[]
  readonly connections?: number
  readonly overWebSocket?: boolean
  readonly isTls?: boolean
  /** The node whose round trips the calls share; it is asked how many calls each had. */
  readonly sharing?: Server
  /** The expected status and body of an answer, so that a scenario measures what its name says. */
  readonly status?: number
  readonly expected: string
  readonly goal?: string
}

const ADDRESS = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
/** A call whose position is another one each time. */
const storageAt = (block: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${ADDRESS}","0x${'0'.repeat(56)}#NUMBER#","${block}"]}`
const storage = storageAt('latest')
/**
 * A method of a document beside the built-in contract; as long, and answered with the same bytes.
 */
const balance = `{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x${'0'.repeat(32)}#NUMBER#","latest"]}`
const receipt = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["0x${'11'.repeat(28)}#NUMBER#"]}`
const logs = `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"address":"${ADDRESS}","topics":["0x${'ab'.repeat(28)}#NUMBER#"]}]}`
const SMALL = 'nginx: small call'
const BATCH_GOAL = '≥ 5 × single (3.5)'

/** Each asks for something else: none is answered with another one's answer. */
const batchOf = (count: number): string => `[${Array(count).fill(storage).join(',')}]`

/** Every scenario whose judge is the CPU time of a call. */
export const scenariosOf = ({ upstream, nginx, proxy, gateway, tlsGateway }: Servers): Scenario[] => {
  const path = `/eth/v3/${gateway.keyText}`
  const stored = { body: storage, expected: '"result":"0x' }
  const small = { ...stored, server: gateway, reference: SMALL }
  return [
    { name: 'direct to the node', server: upstream, path: '/', ...stored },
    { name: SMALL, server: nginx, path: '/', ...stored },
    { name: 'plain proxy (node:http, undici, JSON.parse)', server: proxy, path: '/', ...stored, reference: SMALL },
    { name: 'forwarded call', ...small, path, goal: '≥ 0.60 (floor 0.40)' },
    {
      name: 'forwarded call of an added method',
      ...small,
      reference: 'forwarded call',
      body: balance,
      path: path.replace('/eth', '/added'),
      goal: '≥ 0.97 (0.90)',
    },
    {
      name: 'shared round trips: batch',
      ...small,
      sharing: upstream,
      path: path.replace('/eth', '/batch'),
      goal: '≥ 0.95 (0.75)',
    },
    {
      name: 'cached call',
      ...small,
      body: storageAt('0x10').replace('#NUMBER#', '00000001'),
      path,
      goal: '≥ 1.0 (0.7)',
    },
    {
      name: 'refused: unknown key',
      ...small,
      path: `/eth/v3/${gateway.unknownKeyText}`,
      status: 401,
      expected: '-33100',
      goal: '≥ 1.5 (1.0)',
    },
    {
      name: 'refused: invalid params',
      ...small,
      path,
      body: storage.replace(',"latest"', ',"newest"'),
      expected: '-32602',
      goal: '≥ 1.5 (1.0)',
    },
    {
      name: 'refused: credits exhausted',
      ...small,
      path: `/eth/v3/${gateway.emptyKeyText}`,
      status: 402,
      expected: '-33000',
      goal: '≥ 1.5 (1.0)',
    },
    {
      name: 'batch of 10, each call',
      ...small,
      path,
      body: batchOf(10),
      batch: 10,
      singles: ['forwarded call'],
      goal: BATCH_GOAL,
    },
    {
      name: 'batch of 10, shared round trips, each call',
      ...small,
      sharing: upstream,
      path: path.replace('/eth', '/batch'),
      body: batchOf(10),
      batch: 10,
      // The first is how the goal was measured (docs/performance-notes.md, "Measured before the
      // design", 4): one batch to the node against single calls.
      singles: ['forwarded call', 'shared round trips: batch'],
      goal: BATCH_GOAL,
    },
    { name: 'forwarded call over WebSocket', ...small, path: path.replace('/v3', '/ws/v3'), overWebSocket: true },
    { name: 'nginx: 1,000 connections', server: nginx, path: '/', ...stored, connections: 1000 },
    {
      name: 'forwarded call, 1,000 connections',
      ...small,
      path,
      connections: 1000,
      reference: 'nginx: 1,000 connections',
    },
    { name: 'nginx: TLS', server: nginx, port: nginx.tlsPort, path: '/', ...stored, isTls: true },
    {
      name: 'forwarded call, TLS',
      ...stored,
      server: tlsGateway,
      path: `/eth/v3/${tlsGateway.keyText}`,
      isTls: true,
      reference: 'nginx: TLS',
      goal: '≥ 0.60 (0.40)',
    },
    { name: 'nginx: 20 KB receipt', server: nginx, path: '/', body: receipt, expected: 'logsBloom' },
    {
      name: '20 KB receipt',
      server: gateway,
      path,
      body: receipt,
      expected: 'logsBloom',
      reference: 'nginx: 20 KB receipt',
      goal: '≥ 0.50 (0.30)',
    },
    { name: 'nginx: 5 MB logs', server: nginx, path: '/', body: logs, connections: 8, expected: '"removed":false' },
    {
      name: '5 MB logs',
      server: gateway,
      path,
      body: logs,
      connections: 8,
      expected: '"removed":false',
      reference: 'nginx: 5 MB logs',
      goal: '≥ 0.55 (0.37)',
    },
  ]
}
