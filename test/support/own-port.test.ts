import { once } from 'node:events'
import { createServer } from 'node:net'
import { ownPort } from './own-port.js'

test('ports are of the part of this worker of jest, below those of the system, and each is given once', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, ownPort))
  expect(new Set(ports).size).toBe(20)
  const first = 20_000 + 3_000 * (Number(process.env.JEST_WORKER_ID) % 4)
  expect(ports.filter((port) => port < first || port >= first + 3_000)).toEqual([])
})

test('each worker of jest has another part', async () => {
  const worker = process.env.JEST_WORKER_ID
  const parts: number[] = []
  try {
    for (const id of ['1', '2', '3']) {
      process.env.JEST_WORKER_ID = id
      parts.push(Math.floor(((await ownPort()) - 20_000) / 3_000))
    }
  } finally {
    process.env.JEST_WORKER_ID = worker
  }
  expect(parts).toEqual([1, 2, 3])
})

test('a port on which somebody listens is passed over', async () => {
  const taken = (await ownPort()) + 1
  const server = createServer().listen(taken, '127.0.0.1')
  // If it fails, another program listens there.
  await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {})
  try {
    expect(await ownPort()).not.toBe(taken)
  } finally {
    server.close()
  }
})
