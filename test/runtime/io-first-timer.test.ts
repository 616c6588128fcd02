import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { IoFirstTimer } from '../../src/runtime/timers.js'

let server: Server
let near: Socket
let far: Socket
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  ;[far] = (await once(server, 'connection')) as [Socket]
})
afterAll(() => {
  near.destroy()
  server.close()
})

const standStill = (ms: number) => {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

describe('a late timer', () => {
  test('lets an answer be read that arrived while the process stood still, as a timer of Node does not', async () => {
    const seen: string[] = []
    // After this turn's reading, so that timers come next.
    await new Promise(setImmediate)
    const plain = setTimeout(() => seen.push('plain timer'), 20)
    const late = new IoFirstTimer(() => seen.push('late timer'))
    late.set(20)
    const answered = new Promise<void>((resolve) => {
      near.once('data', () => {
        seen.push('answer')
        clearTimeout(plain)
        late.clear()
        resolve()
      })
    })
    far.write('answer')
    standStill(60)
    await answered
    await sleep(50)
    expect(seen).toEqual(['plain timer', 'answer'])
  })

  test('acts once when the time is over and nothing arrived', async () => {
    let acts = 0
    const startedMs = performance.now()
    const acted = new Promise<number>((resolve) => {
      const late = new IoFirstTimer(() => {
        acts++
        resolve(performance.now())
      })
      late.set(500)
      late.set(30)
    })
    expect((await acted) - startedMs).toBeGreaterThan(28)
    await sleep(60)
    expect(acts).toBe(1)
  })

  test('that is cleared never acts, not even when its time is over already', async () => {
    let acts = 0
    const late = new IoFirstTimer(() => acts++)
    late.set(10)
    await sleep(5)
    // A process that stood still until now clears the timer too late.
    const actsBefore = acts
    late.clear()
    await sleep(30)
    late.set(10)
    // This timer is set for the same time, but later, so it runs after the other in the same turn.
    const over = new Promise<void>((resolve) => {
      setTimeout(() => {
        late.clear()
        resolve()
      }, 10)
    })
    standStill(20)
    await over
    await sleep(30)
    expect(acts).toBe(actsBefore)
  })
})
