/**
 * A storm: so many clients connect at once, each sends one request and waits for its answer, while
 * others saturate the server. Prints one line of JSON: p50, p99 and the longest time from
 * connecting to the answer, in milliseconds, and how many failed.
 *
 * Arguments: port, clients, file of the request
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const [port, clients] = process.argv.slice(2, 4).map(Number)
const text = readFileSync(process.argv[4], 'latin1')
let failed = 0
const visit = (index) =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(text.replace('#NUMBER#', index.toString(16).padStart(8, 'f'))),
    )
    socket.on('error', () => {
      failed++
      resolve(undefined)
    })
    socket.once('data', () => {
      resolve(performance.now() - startedAt)
      socket.destroy()
    })
  })
const times = (await Promise.all(Array.from({ length: clients }, (_, index) => visit(index))))
  .filter((time) => time !== undefined)
  .sort((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99), max: times.at(-1), failed }))
