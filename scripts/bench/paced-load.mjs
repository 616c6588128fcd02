/**
 * An open-loop load: so many requests a second over kept connections, whether the answers come or
 * not; a request that finds every connection taken waits, and its wait counts. They leave in small
 * groups, one each millisecond, so every server gets the same arrivals; latency runs from the
 * moment a group was due. Prints one line of JSON: p50 and p99 of the quieter half of the
 * half-second windows (machines are shared), in milliseconds, and the windows' spread.
 *
 * Arguments: port, requests a second, seconds, connections, file of the request (with #NUMBER#, if
 * it varies)
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const [port, rate, seconds, connections] = process.argv.slice(2, 6).map(Number)
const text = readFileSync(process.argv[6], 'latin1')
const [before, after] = text.split('#NUMBER#')
const WINDOW_MS = 500
const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'
const IN_CHUNKS = Number.POSITIVE_INFINITY
let number = Math.floor(performance.timeOrigin) % 4294967296
const next = () => (after === undefined ? text : before + (number++ % 4294967296).toString(16).padStart(8, '0') + after)

const idle = []
const due = []
const windows = []
const open = () =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(line))
    const line = { socket, dueAt: 0, missing: 0 }
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (line.missing === 0) {
        const head = chunk.toString('latin1', 0, Math.min(chunk.length, 2048))
        const at = head.indexOf(HEAD_END)
        const length = /content-length: (\d+)/i.exec(head)
        // An answer in chunks, as the plain proxy's, ends with the last one; there are no trailers.
        line.missing = length === null ? IN_CHUNKS : at + 4 + Number(length[1])
      }
      if (line.missing === IN_CHUNKS) {
        if (chunk.toString('latin1', Math.max(0, chunk.length - LAST_CHUNK.length)) !== LAST_CHUNK) return
      } else {
        line.missing -= chunk.length
        if (line.missing > 0) return
      }
      line.missing = 0
      const now = performance.now()
      const window = Math.floor((line.dueAt - startedAt) / WINDOW_MS)
      windows[window] ??= []
      windows[window].push(now - line.dueAt)
      const waiting = due.shift()
      if (waiting === undefined) idle.push(line)
      else send(line, waiting)
    })
  })
const send = (line, dueAt) => {
  line.dueAt = dueAt
  line.socket.write(next(), 'latin1')
}
for (let count = 0; count < connections; count++) idle.push(await open())
const startedAt = performance.now()
let sent = 0
const tick = () => {
  const now = performance.now()
  const should = Math.floor(((now - startedAt) / 1000) * rate)
  for (; sent < should; sent++) {
    const line = idle.pop()
    if (line === undefined) due.push(now)
    else send(line, now)
  }
  if (now - startedAt < seconds * 1000) setTimeout(tick, 1)
  else setTimeout(report, 500)
}
const quantile = (values, share) => values.sort((a, b) => a - b)[Math.floor(values.length * share)]
const report = () => {
  // The first window warms up; the quieter half of the others, by their 99th percentile.
  const full = windows.slice(1, -1).filter((window) => window.length > (rate * WINDOW_MS) / 4000)
  const quiet = full.sort((a, b) => quantile(a, 0.99) - quantile(b, 0.99)).slice(0, Math.ceil(full.length / 2))
  const all = quiet.flat()
  console.log(JSON.stringify({ p50: quantile(all, 0.5), p99: quantile(all, 0.99), calls: all.length, sent }))
  process.exit(0)
}
tick()
