import { createHttpTransport } from '../../src/server/upstreams/transport/http-transport.js'
import { ask } from './raw-node.js'
import { createUndiciTransport } from './undici-transport.js'

/**
 * Makes one call to an https node in a separate process, because certificates to trust are set for
 * a whole process (NODE_EXTRA_CA_CERTS). Started with `node --import tsx`.
 *
 * Arguments: the transport, the node's URL. Prints one line of JSON, { status, body, code }.
 */
const [engine, url] = process.argv.slice(2) as ['tollgate' | 'undici', string]
const transport =
  engine === 'tollgate' ? createHttpTransport(url, { maxConnections: 1, maxWaiting: 1 }) : createUndiciTransport(url, 1)
const { status, body, error } = await ask(transport, '{"a":1}').heard
process.stdout.write(`${JSON.stringify({ status, body: body.toString(), code: error?.code })}\n`)
await transport.close()
