/**
 * Takes whatever is posted to it, as a collector of traces does that is never behind. Prints its
 * port.
 */
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end('{}'))
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.on('SIGTERM', () => process.exit(0))
