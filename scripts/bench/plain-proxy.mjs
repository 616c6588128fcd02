/**
 * The stated baseline: what a gateway costs that does nothing but parse, forward and write
 * (node:http, undici, JSON.parse of both bodies); no keys, no validation, no charge, no metrics, no
 * log. Prints its port. Ends when its standard input closes.
 */
import { createServer } from 'node:http'
import { Pool } from 'undici'

const pool = new Pool(process.argv[2], { connections: 256 })
const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const call = JSON.parse(Buffer.concat(chunks).toString())
    const { body } = await pool.request({
      path: '/',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params }),
    })
    const { result } = await body.json()
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.stdin.resume().on('end', () => process.exit(0))
