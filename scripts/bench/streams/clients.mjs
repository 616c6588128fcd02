/**
 * Opens WebSockets and subscribes on each to the logs of ten neighbouring addresses, a filter each.
 * When all have begun, prints the port where `GET` is answered with the number of events since the
 * one before. Ends when standard input closes.
 *
 * Arguments: how many sockets, addresses, and the addresses of the gateway, one for each account
 */
import { createServer } from 'node:http'
import { WebSocket } from 'ws'

const [sockets, addresses] = process.argv.slice(2, 4).map(Number)
const urls = process.argv.slice(4)
const FILTERS = 10
const AT_ONCE = 50
let events = 0
let number = 0

const begin = (at) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(urls[at % urls.length], { perMessageDeflate: false })
    let missing = FILTERS
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      console.error(`closed: ${code} ${reason}`)
      process.exit(1)
    })
    socket.on('open', () => {
      for (let filter = 0; filter < FILTERS; filter++) {
        const address = `0x${(((at * FILTERS + filter) % addresses) + 1).toString(16).padStart(40, '0')}`
        const params = ['logs', { address }]
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: filter, method: 'eth_subscribe', params }))
      }
    })
    socket.on('message', (data) => {
      // Events have no id; their bytes are not looked at, which would cost more than they do.
      if (data.includes('"method":"eth_subscription"')) events++
      else if (data.includes('"error"')) reject(new Error(String(data)))
      else if (--missing === 0) resolve()
    })
  })

const work = async () => {
  while (number < sockets) await begin(number++)
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
const server = createServer((_request, response) => {
  response.end(String(events))
  events = 0
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.stdin.resume().on('end', () => process.exit(0))
