import fc from 'fast-check'
import { MemoryAnswers } from '../../../src/server/answers/memory-answers.js'

const OVERHEAD = 768
const bytesOf = (text: string) => [Buffer.from(text)]
const MANY = 1_000_000

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

test('a network that drops everything leaves the others theirs, and marks what was asked before', () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const [one, other] = [answers.methodAnswers(), answers.methodAnswers()]
  one.put('a', bytesOf('1'), undefined, 'acc_1')
  other.put('a', bytesOf('1'), undefined, 'acc_1')
  const { generation } = one
  one.clear()
  expect(one.generation).not.toBe(generation)
  expect([one.get('a'), other.get('a') !== undefined]).toEqual([undefined, true])
  expect(answers.heldBytes).toBe(1 + 1 + OVERHEAD)
})

test('a narrower bound takes effect at once', () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const ofMethod = answers.methodAnswers()
  for (const name of 'abcdef') ofMethod.put(name, bytesOf('1'), undefined, 'acc_1')
  answers.bound(2 * (OVERHEAD + 2))
  expect(answers.heldBytes).toBe(2 * (OVERHEAD + 2))
})

const steps = fc.array(
  fc.record({
    ofMethod: fc.nat(2),
    owner: fc.nat(2),
    text: fc.integer({ min: 0, max: 12 }).map(String),
    act: fc.oneof(
      { weight: 5, arbitrary: fc.record({ put: fc.nat(3_000) }) },
      { weight: 4, arbitrary: fc.constant('get' as const) },
      { weight: 1, arbitrary: fc.constantFrom('drop' as const, 'clear' as const) },
    ),
  }),
  { maxLength: 200 },
)

test('whatever happens: the bound holds, the count of bytes is exact, and no answer is another\u2019s', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1_000, max: 12_000 }), (history, maxBytes) => {
      const answers = new MemoryAnswers(maxBytes, 2_500)
      const ofMethods = [answers.methodAnswers(), answers.methodAnswers(), answers.methodAnswers()]
      const put = new Map<string, string>()
      for (const { ofMethod: index, owner, text, act } of history) {
        const ofMethod = ofMethods[index]!
        if (typeof act === 'object') {
          const content = `${index}/${text}/`.padEnd(act.put, 'x')
          if (ofMethod.put(text, bytesOf(content), undefined, `acc_${owner}`) !== undefined)
            put.set(`${index}/${text}`, content)
        } else if (act === 'get') {
          const kept = ofMethod.get(text)
          if (kept !== undefined) expect(kept.payload.chunks[0]!.toString()).toBe(put.get(`${index}/${text}`))
        } else if (act === 'drop') ofMethod.drop(text)
        else ofMethod.clear()
        const sum = ofMethods
          .flatMap(({ entries }) => [...entries.values()])
          .reduce((total, { text: key, payload }) => total + key.length + payload.chunks[0]!.length + OVERHEAD, 0)
        expect(answers.heldBytes).toBe(sum)
        expect(sum).toBeLessThanOrEqual(maxBytes)
      }
    }),
    { numRuns: 500 },
  )
})
