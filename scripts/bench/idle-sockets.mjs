/**
 * Opens so many WebSockets and keeps them, silent; prints a line when all are open. Ends when its
 * standard input closes.
 *
 * Arguments: address, how many
 */
import { WebSocket } from 'ws'

const [address, count] = process.argv.slice(2)
const AT_ONCE = 100
let waiting = Number(count)
const open = async () => {
  while (waiting-- > 0) {
    await new Promise((resolve, reject) => {
      const socket = new WebSocket(address, { perMessageDeflate: false })
      socket.on('open', resolve)
      socket.on('error', reject)
    })
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, open))
console.log('open')
process.stdin.resume().on('end', () => process.exit(0))
