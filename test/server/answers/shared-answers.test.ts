import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { KeyValue } from '../../../src/server/answers/redis.js'
import { openRedis } from '../../../src/server/answers/redis.js'
import { SharedAnswers } from '../../../src/server/answers/shared-answers.js'
import { expectSoon } from '../../support/expect-soon.js'
import { ownPort } from '../../support/own-port.js'
import { startRedis } from '../../support/redis.js'
import { started } from '../../support/started.js'
import { stopwatch } from '../../support/stopwatch.js'

const ACCOUNT = 'acc_1'
const CHAIN = '1:0xabc'
const METHOD = 'eth_getStorageAt'
const KEY = `tollgate:1:${CHAIN}:${METHOD}:a`
const MAX_ENTRY_BYTES = 1_000

let shared: SharedAnswers
const said: string[] = []
const clock = { aheadMs: 0 }

const WITHIN_MS = 10_000
const open = (): SharedAnswers =>
  new SharedAnswers(server, { nowMs: () => Date.now() + clock.aheadMs, randomBytes, maxEntryBytes: MAX_ENTRY_BYTES })
/**
 * The kept answer; on a busy machine a question may find nothing in the few milliseconds that it
 * waits.
 */
const get = async (text = 'a', chain = CHAIN): Promise<string | undefined> =>
  (await shared.get(chain, METHOD, text, ACCOUNT))?.toString()
/** A miss comes before every put: it tells the chain's epoch. */
const put = async (bytes: string, text = 'a'): Promise<void> => {
  const putAndGet = async () => {
    await get(text)
    shared.put(CHAIN, METHOD, text, Buffer.from(bytes), ACCOUNT)
    return get(text)
  }
  await expectSoon(putAndGet, bytes, WITHIN_MS)
}

const redis = started(() => startRedis())
const server = started(() => openRedis(redis.url, (isReady, reason) => void said.push(`${isReady} ${reason}`)))
beforeAll(async () => {
  await expectSoon(() => server.isReady, true, WITHIN_MS)
})
beforeEach(() => {
  clock.aheadMs = 0
  shared = open()
})

test('an account asks as much at once as it leaves for others', async () => {
  let asked = 0
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const read = async () => {
    asked++
    await answered
    return [undefined, undefined]
  }
  const slow = { isReady: true, read, reset: () => {} } as unknown as KeyValue
  const answers = new SharedAnswers(slow, { nowMs: () => 0, randomBytes, maxEntryBytes: MAX_ENTRY_BYTES })
  const ask = (account: string, times: number) =>
    Array.from({ length: times }, () => answers.get(CHAIN, METHOD, 'a', account))
  const first = ask('acc_1', 1_000)
  expect(asked).toBe(128)
  const second = ask('acc_2', 1_000)
  expect(asked).toBe(128 + 64)
  answer()
  await Promise.all([...first, ...second])
  const again = ask('acc_1', 1_000)
  expect(asked).toBe(128 + 64 + 128)
  await Promise.all(again)
})

test('long answers of an account are two at a time, so that short ones do not wait behind them', async () => {
  const MIB = 1_048_576
  let nowMs = 0
  let bytesAsked = 0
  let longReads = 0
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const read = async (_: readonly string[], maxBytes: readonly number[]) => {
    const length = maxBytes[1]!
    bytesAsked += length
    if (length > MIB) {
      longReads++
      await answered
    }
    return [Buffer.from('epoch'), Buffer.alloc(Math.min(length, MIB))]
  }
  const server = { isReady: true, read, reset: () => {} } as unknown as KeyValue
  const answers = new SharedAnswers(server, { nowMs: () => nowMs, randomBytes, maxEntryBytes: MIB })
  const ask = async (account: string, times: number) => {
    const asked = Array.from({ length: times }, () => answers.get(CHAIN, METHOD, 'a', account))
    await pause(0)
    return asked
  }
  const first = await ask('acc_1', 128)
  expect(longReads).toBe(2)
  expect(bytesAsked).toBeLessThan(4 * MIB)
  const second = await ask('acc_2', 10)
  expect(longReads).toBe(3)
  answer()
  await Promise.all([...first, ...second])
  // On a busy machine the long answers were late, and the server rests for a second.
  nowMs = 2_000
  await ask('acc_1', 1)
  expect(longReads).toBe(4)
})

test('long answers are written a few at a time, too', async () => {
  const MIB = 1_048_576
  let writes = 0
  const never = new Promise<void>(() => {})
  const write = () => {
    writes++
    return never
  }
  const read = async () => [Buffer.from('epoch'), Buffer.alloc(0)]
  const state = { isReady: true, read, write, reset: () => {} }
  const answers = new SharedAnswers(state as unknown as KeyValue, { nowMs: () => 0, randomBytes, maxEntryBytes: MIB })
  const takes = () => [100, MIB, MIB + 1].map((length) => answers.takes(CHAIN, length, ACCOUNT))
  // The epoch is not known yet.
  expect(takes()).toEqual([false, false, false])
  await answers.get(CHAIN, METHOD, 'a', ACCOUNT)
  expect(takes()).toEqual([true, true, false])
  state.isReady = false
  expect(takes()).toEqual([false, false, false])
  state.isReady = true
  for (let times = 0; times < 9; times++) answers.put(CHAIN, METHOD, 'a', Buffer.alloc(MIB), ACCOUNT)
  expect(writes).toBe(2)
  expect(takes()).toEqual([true, false, false])
  for (let times = 0; times < 9; times++) answers.put(CHAIN, METHOD, 'a', Buffer.alloc(100), ACCOUNT)
  expect(writes).toBe(2 + 9)
})

test('a server that answers, but always late, is not asked for a second after three answers', async () => {
  let asked = 0
  let nowMs = 0
  let answer = (): void => {}
  const read = () =>
    new Promise((resolve) => {
      asked++
      answer = () => resolve([undefined, undefined])
    })
  const slow = { isReady: true, read, reset: () => {} } as unknown as KeyValue
  const answers = new SharedAnswers(slow, { nowMs: () => nowMs, randomBytes, maxEntryBytes: MAX_ENTRY_BYTES })
  const askAndWait = async () => {
    await answers.get(CHAIN, METHOD, 'a', ACCOUNT)
    answer()
    await pause(0)
  }
  for (let times = 0; times < 10; times++) await askAndWait()
  expect(asked).toBe(3)
  nowMs = 1_000
  for (let times = 0; times < 10; times++) await askAndWait()
  expect(asked).toBe(4)
})

test('what one gateway keeps, another has', async () => {
  await put('"0x2a"')
  shared = open()
  await expectSoon(get, '"0x2a"', WITHIN_MS)
  expect(await get('b')).toBeUndefined()
  expect(await get('a', '2:0xabc')).toBeUndefined()
})

test('an answer above the bound is neither kept nor read', async () => {
  await get('large')
  shared.put(CHAIN, METHOD, 'large', Buffer.alloc(MAX_ENTRY_BYTES + 1, 0x31), ACCOUNT)
  await pause(50)
  expect(await get('large')).toBeUndefined()
  await put('1'.repeat(MAX_ENTRY_BYTES), 'large')
})

test.each([8_183, 8_184, 8_185, 50_000])('an answer of %d bytes comes whole', async (length) => {
  shared = new SharedAnswers(server, { nowMs: () => Date.now(), randomBytes, maxEntryBytes: 50_000 })
  await put('1'.repeat(length), 'long')
})

test('whatever else stands under its key is no answer', async () => {
  await put('"0x1"')
  const [kept] = await server.read([KEY], [5_000])
  const flips = fc.record({ at: fc.nat(kept!.length - 1), bit: fc.integer({ min: 1, max: 255 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
        fc.nat(kept!.length - 1).map((length) => kept!.subarray(0, length)),
        flips.map(({ at, bit }) => {
          const broken = Buffer.from(kept!)
          broken[at]! ^= bit
          return broken
        }),
        fc.constant(Buffer.concat([kept!, Buffer.from(' ')])),
      ),
      async (hostile) => {
        await server.write(KEY, hostile, 60)
        expect(await get()).toBeUndefined()
      },
    ),
    { numRuns: 300 },
  )
  // A value that is right, but belongs to another call.
  await server.write(`${KEY}b`, kept!, 60)
  expect(await get('ab')).toBeUndefined()
  await server.write(KEY, kept!, 60)
  await expectSoon(get, '"0x1"', WITHIN_MS)
})

test('a value of another type, and one of a hundred megabytes, are no answer and do no harm', async () => {
  const client = await rawClient()
  await client.sendCommand(['DEL', KEY])
  await client.sendCommand(['RPUSH', KEY, 'x'])
  expect(await get()).toBeUndefined()
  await client.sendCommand(['DEL', KEY])
  await client.sendCommand(['SETRANGE', KEY, '104857600', 'x'])
  const before = process.memoryUsage().rss
  expect(await get()).toBeUndefined()
  expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000)
  await client.sendCommand(['DEL', KEY])
  client.destroy()
  await put('"0x1"')
})

test('a chain whose final blocks changed has no answers any more, for any gateway', async () => {
  await put('"0x1"')
  const other = open()
  await expectSoon(async () => (await other.get(CHAIN, METHOD, 'a', ACCOUNT))?.toString(), '"0x1"', WITHIN_MS)
  shared.drop(CHAIN)
  await expectSoon(() => other.get(CHAIN, METHOD, 'a', ACCOUNT), undefined, WITHIN_MS)
  expect(await get()).toBeUndefined()
  await put('"0x2"')
})

const EPOCH_KEY = `tollgate:1:${CHAIN}:epoch`
const epoch = async () => (await server.read([EPOCH_KEY], [100]))[0]!.toString()

test.each([
  [
    'lost its epoch',
    async () => {
      const client = await rawClient()
      await client.sendCommand(['DEL', EPOCH_KEY])
      client.destroy()
    },
  ],
  ['is restored from a time before', (before: string) => server.writeLasting(EPOCH_KEY, before, false)],
])('no answer is valid again when the server %s', async (_, happens) => {
  await put('"0x1"')
  const before = await epoch()
  shared.drop(CHAIN)
  // A call tells the server what it could not be told before.
  const newEpochComes = () =>
    expectSoon(async () => [await get(), !['', before].includes(await epoch())], [undefined, true], WITHIN_MS)
  await newEpochComes()
  await happens(before)
  const gets = async () => [await get(), await get()]
  expect(await gets()).toEqual([undefined, undefined])
  await newEpochComes()
  shared = open()
  expect(await gets()).toEqual([undefined, undefined])
  await put('"0x2"')
})

test('frozen: calls lose a few milliseconds, then none, and all is well when it is thawed', async () => {
  await put('"0x1"')
  redis.freeze()
  const spentMs = stopwatch()
  for (let round = 0; round < 3; round += 1) expect(await get()).toBeUndefined()
  expect(spentMs()).toBeLessThan(500)
  const restedMs = stopwatch()
  for (let round = 0; round < 200; round += 1) expect(await get()).toBeUndefined()
  // A single question that waited for the frozen server would take some milliseconds: two hundred,
  // far more than this.
  expect(restedMs()).toBeLessThan(1_000)
  redis.thaw()
  clock.aheadMs = 1_001
  await expectSoon(get, '"0x1"', WITHIN_MS)
})

test('frozen for long: the connection is given up, and another one found', async () => {
  await put('"0x1"')
  redis.freeze()
  for (let round = 0; round < 3; round += 1) await get()
  clock.aheadMs = 6_000
  expect(await get()).toBeUndefined()
  expect(server.isReady).toBe(false)
  redis.thaw()
  await expectSoon(get, '"0x1"', WITHIN_MS)
})

test('killed and back again: no answers meanwhile, nothing thrown, and new ones after', async () => {
  await put('"0x1"')
  await redis.kill()
  for (let round = 0; round < 20; round += 1) expect(await get()).toBeUndefined()
  shared.put(CHAIN, METHOD, 'a', Buffer.from('1'), ACCOUNT)
  shared.drop(CHAIN)
  await expectSoon(() => server.isReady, false, WITHIN_MS)
  await redis.start()
  await expectSoon(() => server.isReady, true, WITHIN_MS)
  clock.aheadMs = 1_001
  // The drop that could not be told is told first.
  await put('"0x2"')
  expect(said.some((words) => words.startsWith('false'))).toBe(true)
})

test.each([
  ['that is not there', 'econnrefused', async () => `redis://127.0.0.1:${await ownPort()}`],
  ['that refuses the password', 'wrongpass', async () => redis.url.replace(redis.password, 'wrong')],
])('a server %s from the start on is said to be away, once: %s', async (_, why, url) => {
  const hear = async () => {
    const heard: string[] = []
    const keyValue = openRedis(await url(), (isReady, reason) => void heard.push(`${isReady} ${reason}`))
    await expectSoon(() => heard.length > 0, true, WITHIN_MS)
    // Another attempt begins every half a second.
    await pause(1_100)
    keyValue.close()
    return heard
  }
  // If this process is halted for a second while it connects, the server is said to be silent.
  await expectSoon(hear, [`false ${why}`], WITHIN_MS)
})

test('nothing that is said of the server holds its password or its address', () => {
  expect(said.length).toBeGreaterThan(2)
  expect(said.join('\n')).not.toMatch(new RegExp(`${redis.password}|127\\.0\\.0\\.1|${redis.port}`))
})

test('a storm of questions is bounded: what is too much is a miss at once', async () => {
  await put('"0x1"')
  redis.freeze()
  const spentMs = stopwatch()
  const found = await Promise.all(Array.from({ length: 5_000 }, () => get()))
  redis.thaw()
  expect(found.every((one) => one === undefined)).toBe(true)
  expect(spentMs()).toBeLessThan(2_000)
  clock.aheadMs = 1_001
  await expectSoon(get, '"0x1"', WITHIN_MS)
})

const rawClient = async () => {
  const { createClient } = await import('@redis/client')
  const client = createClient({ url: redis.url })
  client.on('error', () => {})
  return client.connect()
}
