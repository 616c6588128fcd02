import { setImmediate as turnEnd } from 'node:timers/promises'
import { jest } from '@jest/globals'
import fc from 'fast-check'
import { MemoryAnswers } from '../../../src/server/answers/memory-answers.js'
import { expectSoon } from '../../support/expect-soon.js'

const OVERHEAD = 768
const bytesOf = (text: string) => [Buffer.from(text)]
const MANY = 1_000_000

/** Makes each step of work in turns take a turn, on any machine. */
const slowSteps = () => {
  let nowMs = 0
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs++)
}
afterEach(() => void jest.restoreAllMocks())

/** Answers that leave in one step. */
const AT_ONCE = 100
/** An answer of `fill`. */
const SIZE = OVERHEAD + 4

/** A cache with a thousand answers of one method, `000` to `999`. */
const fill = () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const ofMethod = answers.methodAnswers()
  for (let name = 1_000; name < 2_000; name++) ofMethod.put(String(name).slice(1), bytesOf('1'), undefined, 'acc_1')
  return { answers, ofMethod }
}

/** The number of answers that leave in each turn until so many bytes are held. */
const leftByTurn = async (answers: MemoryAnswers, bytes: number) => {
  const left: number[] = []
  while (answers.heldBytes > bytes) {
    const before = answers.heldBytes
    await turnEnd()
    left.push((before - answers.heldBytes) / SIZE)
  }
  return left
}

test('an answer is found by its ofMethod and its text, with the bytes that were put there', () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const [one, other] = [answers.methodAnswers(), answers.methodAnswers()]
  one.put('a', [Buffer.from('"0x'), Buffer.from('1"')], 7n, 'acc_1')
  expect(Buffer.concat([...one.get('a')!.payload.chunks]).toString()).toBe('"0x1"')
  expect([one.get('a')!.finalized, one.get('a')!.isChecked]).toEqual([7n, false])
  expect([one.get('b'), other.get('a')]).toEqual([undefined, undefined])
})

test('the bytes are a copy of their own: what a network buffer becomes later is no matter', () => {
  const ofMethod = new MemoryAnswers(MANY, MANY).methodAnswers()
  const network = Buffer.from('xx"0x1"xx')
  ofMethod.put('a', [network.subarray(2, 7)], undefined, 'acc_1')
  network.fill('!')
  const [kept] = ofMethod.get('a')!.payload.chunks
  expect(kept!.toString()).toBe('"0x1"')
  expect(kept!.buffer.byteLength).toBe(5)
})

test('an answer above the bound for one is not kept', () => {
  const answers = new MemoryAnswers(MANY, 10)
  const ofMethod = answers.methodAnswers()
  expect(ofMethod.put('a', bytesOf('x'.repeat(11)), undefined, 'acc_1')).toBeUndefined()
  expect(ofMethod.put('a', bytesOf('x'.repeat(10)), undefined, 'acc_1')).toBeDefined()
  expect(answers.heldBytes).toBe(10 + 1 + OVERHEAD)
})

test('what was asked again stays when room is needed; what was asked once goes', () => {
  const answers = new MemoryAnswers(3 * (OVERHEAD + 2), MANY)
  const ofMethod = answers.methodAnswers()
  for (const name of ['a', 'b', 'c']) ofMethod.put(name, bytesOf('1'), undefined, 'acc_1')
  ofMethod.get('a')
  for (const name of 'defghijk') ofMethod.put(name, bytesOf('1'), undefined, 'acc_1')
  expect(['a', 'b', 'c', 'k'].map((name) => ofMethod.get(name) !== undefined)).toEqual([true, false, false, true])
})

test.each([
  ['everybody', 'acc_2'],
  ['its account', 'acc_1'],
])('where all answers of %s were used, room is found after a thousand', (_, accountId) => {
  const answers = new MemoryAnswers(5_000 * (OVERHEAD + 5), MANY)
  const ofMethod = answers.methodAnswers()
  for (let name = 1_000; name < 6_000; name++) ofMethod.put(String(name), bytesOf('1'), undefined, 'acc_1')
  for (let name = 1_000; name < 6_000; name++) ofMethod.get(String(name))
  if (accountId === 'acc_1') answers.methodAnswers().put('none', bytesOf(''), undefined, 'acc_2')
  ofMethod.put('next', bytesOf('1'), undefined, accountId)
  const used = [...ofMethod.entries.values()].filter(({ wasUsed }) => wasUsed)
  expect(used.length).toBeGreaterThanOrEqual(2_900)
})

test('an account above its part makes room among its own, and slowly what others left unused', () => {
  const answers = new MemoryAnswers(40 * (OVERHEAD + 4), MANY)
  const ofMethod = answers.methodAnswers()
  let made = 0
  const put = (accountId: string, count: number) => {
    for (const last = made + count; made < last; made++)
      ofMethod.put(String(made).padStart(3, '0'), bytesOf('1'), undefined, accountId)
  }
  const left = (from: number, to: number) =>
    [...ofMethod.entries.keys()].filter((name) => Number(name) >= from && Number(name) < to).length
  put('acc_quiet', 10)
  put('acc_busy', 30)
  for (let round = 0; round < 4; round++) {
    ofMethod.get('010')
    put('acc_busy', 16)
  }
  expect(left(0, 10)).toBe(6)
  // SIEVE's second chance holds among an account's own answers, too.
  expect([left(10, 11), left(11, 40)]).toEqual([1, 0])
  put('acc_busy', 200)
  expect(left(0, 10)).toBe(0)
})

test('an account below its part gets room from those above', () => {
  const answers = new MemoryAnswers(40 * (OVERHEAD + 4), MANY)
  const ofMethod = answers.methodAnswers()
  for (let name = 100; name < 140; name++) ofMethod.put(String(name), bytesOf('1'), undefined, 'acc_busy')
  for (let name = 200; name < 220; name++) ofMethod.put(String(name), bytesOf('1'), undefined, 'acc_late')
  expect([...ofMethod.entries.keys()].filter((name) => name >= '200')).toHaveLength(20)
})

test('a network that drops everything leaves the others theirs, and marks what was asked before', async () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const [one, other] = [answers.methodAnswers(), answers.methodAnswers()]
  one.put('a', bytesOf('1'), undefined, 'acc_1')
  other.put('a', bytesOf('1'), undefined, 'acc_1')
  const { generation } = one
  one.clear()
  expect(one.generation).not.toBe(generation)
  expect([one.get('a'), other.get('a') !== undefined]).toEqual([undefined, true])
  await expectSoon(() => answers.heldBytes, 1 + 1 + OVERHEAD)
})

test('what is dropped is found no more at once, and leaves the memory a few answers a turn', async () => {
  slowSteps()
  const { answers, ofMethod } = fill()
  const others = answers.methodAnswers()
  others.put('a', bytesOf('111'), undefined, 'acc_1')
  ofMethod.clear()
  expect([ofMethod.get('000'), ofMethod.get('999'), ofMethod.entries.size]).toEqual([undefined, undefined, 0])
  ofMethod.put('000', bytesOf('2'), undefined, 'acc_1')
  expect(await leftByTurn(answers, 2 * SIZE)).toEqual(Array(10).fill(AT_ONCE))
  expect(ofMethod.get('000')!.payload.chunks[0]!.toString()).toBe('2')
  expect(others.get('a')).toBeDefined()
})

test('the answers of many methods leave one method after the other', async () => {
  slowSteps()
  const answers = new MemoryAnswers(MANY, MANY)
  const ofMethods = Array.from({ length: 5 }, () => answers.methodAnswers())
  for (const ofMethod of ofMethods)
    for (let name = 100; name < 200; name++) ofMethod.put(String(name), bytesOf('1'), undefined, 'acc_1')
  for (const ofMethod of ofMethods) ofMethod.clear()
  const left = await leftByTurn(answers, 0)
  expect(Math.max(...left)).toBe(AT_ONCE)
})

test('new answers evict what was dropped and still waits to leave, and nothing leaves twice', async () => {
  slowSteps()
  const { answers, ofMethod } = fill()
  answers.bound(answers.heldBytes)
  ofMethod.clear()
  for (let name = 0; name < 500; name++) ofMethod.put(String(name + 1_000).slice(1), bytesOf('2'), undefined, 'acc_2')
  expect([answers.heldBytes, ofMethod.entries.size]).toEqual([1_000 * SIZE, 500])
  expect(await leftByTurn(answers, 500 * SIZE)).toEqual(Array(5).fill(AT_ONCE))
  for (let turn = 0; turn < 5; turn++) await turnEnd()
  expect([answers.heldBytes, ofMethod.entries.size]).toEqual([500 * SIZE, 500])
})

test('a narrower bound is reached a few answers a turn, and new answers take no more than they evict', async () => {
  slowSteps()
  const { answers, ofMethod } = fill()
  for (const name of ofMethod.entries.keys()) if (Number(name) % 2 === 0) ofMethod.get(name)
  answers.bound(300 * SIZE)
  let turns = 0
  for (let held = 1_000; held > 300; turns++) {
    expect(ofMethod.put(`n${String(turns).padStart(2, '0')}`, bytesOf('1'), undefined, 'acc_2')).toBeDefined()
    expect(answers.heldBytes).toBeLessThanOrEqual(held * SIZE)
    await turnEnd()
    expect(answers.heldBytes).toBeGreaterThanOrEqual((held - AT_ONCE) * SIZE)
    held = answers.heldBytes / SIZE
  }
  // Those count that the hand only passes, because they were used.
  expect(turns).toBeGreaterThanOrEqual(10)
  ofMethod.put('one', bytesOf('1'), undefined, 'acc_2')
  expect(answers.heldBytes).toBe(300 * SIZE)
  expect([...ofMethod.entries.keys()].filter((name) => Number(name) % 2 === 1)).toEqual([])
})

test('of bounds that follow each other, the last one is reached', async () => {
  slowSteps()
  const { answers, ofMethod } = fill()
  answers.bound(800 * SIZE)
  answers.bound(500 * SIZE)
  await turnEnd()
  answers.bound(700 * SIZE)
  expect(await leftByTurn(answers, 700 * SIZE)).toEqual([AT_ONCE, AT_ONCE])
  answers.bound(200 * SIZE)
  await turnEnd()
  answers.bound(MANY)
  for (let turn = 0; turn < 5; turn++) await turnEnd()
  expect(answers.heldBytes).toBe(600 * SIZE)
  ofMethod.put('new', bytesOf('1'), undefined, 'acc_1')
  expect(answers.heldBytes).toBe(601 * SIZE)
})

test('what was dropped makes room for a narrower bound', async () => {
  const { answers, ofMethod } = fill()
  const others = answers.methodAnswers()
  others.put('old', bytesOf('1'), undefined, 'acc_1')
  ofMethod.clear()
  answers.bound(10 * SIZE)
  await expectSoon(() => answers.heldBytes, SIZE)
  expect(others.get('old')).toBeDefined()
})

test('a process that ends does not wait until all have left', async () => {
  slowSteps()
  const { answers, ofMethod } = fill()
  ofMethod.clear()
  await turnEnd()
  answers.close()
  for (let turn = 0; turn < 5; turn++) await turnEnd()
  expect(answers.heldBytes).toBe(900 * SIZE)
})

/** Answers of one `fill` in a history: more than leave in one step. */
const FILLED = 150

const steps = fc.array(
  fc.record({
    ofMethod: fc.nat(2),
    owner: fc.nat(2),
    text: fc.integer({ min: 0, max: 12 }).map(String),
    act: fc.oneof(
      { weight: 10, arbitrary: fc.record({ put: fc.nat(3_000) }) },
      { weight: 8, arbitrary: fc.constant('get' as const) },
      { weight: 3, arbitrary: fc.constantFrom('fill' as const, 'drop' as const, 'clear' as const, 'turn' as const) },
      { weight: 1, arbitrary: fc.record({ bound: fc.nat(300_000) }) },
    ),
  }),
  { maxLength: 100 },
)

test('whatever happens: the bound holds, the count of bytes is exact, and no answer is another\u2019s', async () => {
  slowSteps()
  const bounds = fc.oneof(fc.integer({ min: 1_000, max: 12_000 }), fc.integer({ min: 50_000, max: 300_000 }))
  await fc.assert(
    fc.asyncProperty(steps, bounds, async (history, maxBytes) => {
      const answers = new MemoryAnswers(maxBytes, 2_500)
      const ofMethods = [answers.methodAnswers(), answers.methodAnswers(), answers.methodAnswers()]
      /** The maps of answers, with those of dropped ones. */
      const maps = new Set(ofMethods.map(({ entries }) => entries))
      const put = new Map<string, string>()
      let wanted = maxBytes
      let highest = maxBytes
      const putOne = (index: number, text: string, length: number, owner: number) => {
        const content = `${index}/${text}/`.padEnd(length, 'x')
        if (ofMethods[index]!.put(text, bytesOf(content), undefined, `acc_${owner}`) !== undefined)
          put.set(`${index}/${text}`, content)
      }
      const held = () => {
        let sum = 0
        for (const entries of maps)
          for (const { text, payload } of entries.values()) sum += text.length + payload.chunks[0]!.length + OVERHEAD
        expect(answers.heldBytes).toBe(sum)
        return sum
      }
      for (const { ofMethod: index, owner, text, act } of history) {
        const ofMethod = ofMethods[index]!
        if (act === 'get') {
          const kept = ofMethod.get(text)
          if (kept !== undefined) expect(kept.payload.chunks[0]!.toString()).toBe(put.get(`${index}/${text}`))
        } else if (act === 'drop') ofMethod.drop(text)
        else if (act === 'clear') {
          ofMethod.clear()
          expect(ofMethod.entries.size).toBe(0)
          maps.add(ofMethod.entries)
        } else if (act === 'turn') await turnEnd()
        else if (act === 'fill') for (let one = 0; one < FILLED; one++) putOne(index, `${text}+${one}`, 0, owner)
        else if ('put' in act) putOne(index, text, act.put, owner)
        else {
          wanted = act.bound
          highest = Math.max(wanted, answers.heldBytes)
          answers.bound(wanted)
        }
        expect(held()).toBeLessThanOrEqual(highest)
      }
      const kept = () => ofMethods.reduce((sum, { entries }) => sum + entries.size, 0)
      const all = () => [...maps].reduce((sum, { size }) => sum + size, 0)
      for (let turn = 0; turn < 400 && (held() > wanted || all() > kept()); turn++) await turnEnd()
      expect(held()).toBeLessThanOrEqual(wanted)
      expect(all()).toBe(kept())
    }),
    { numRuns: 300 },
  )
})
