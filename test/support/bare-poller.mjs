/**
 * The least that polling nodes can cost in Node: one question a second to each, over a raw socket,
 * whose answer is not looked at. Takes the nodes' URLs; says when it began. Ends when its standard
 * input closes.
 */
import { connect } from 'node:net'

const BODY = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'

const polled = process.argv.slice(2).map((url) => {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('data', () => {})
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n`
  return { socket, request: `${head}Content-Length: ${BODY.length}\r\n\r\n${BODY}` }
})
setInterval(() => {
  for (const { socket, request } of polled) socket.write(request)
}, 1_000)
console.log('begun')
process.stdin.resume().on('end', () => process.exit(0))
