import fc from 'fast-check'
import { MemoryAnswers } from '../../../src/server/answers/memory-answers.js'

const OVERHEAD = 768
const bytesOf = (text: string) => [Buffer.from(text)]
const MANY = 1_000_000

test('an answer is found by its ofMethod and its text, with the bytes that were put there', () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const [one, other] = [answers.methodAnswers(), answers.methodAnswers()]
  one.put('a', [Buffer.from('"0x'), Buffer.from('1"')], 7n)
  expect(Buffer.concat([...one.get('a')!.payload.chunks]).toString()).toBe('"0x1"')
  expect([one.get('a')!.finalized, one.get('a')!.isChecked]).toEqual([7n, false])
  expect([one.get('b'), other.get('a')]).toEqual([undefined, undefined])
})

test('the bytes are a copy of their own: what a network buffer becomes later is no matter', () => {
  const ofMethod = new MemoryAnswers(MANY, MANY).methodAnswers()
  const network = Buffer.from('xx"0x1"xx')
  ofMethod.put('a', [network.subarray(2, 7)], undefined)
  network.fill('!')
  const [kept] = ofMethod.get('a')!.payload.chunks
  expect(kept!.toString()).toBe('"0x1"')
  expect(kept!.buffer.byteLength).toBe(5)
})

test('an answer above the bound for one is not kept', () => {
  const answers = new MemoryAnswers(MANY, 10)
  const ofMethod = answers.methodAnswers()
  expect(ofMethod.put('a', bytesOf('x'.repeat(11)), undefined)).toBeUndefined()
  expect(ofMethod.put('a', bytesOf('x'.repeat(10)), undefined)).toBeDefined()
  expect(answers.heldBytes).toBe(10 + 1 + OVERHEAD)
})

test('what was asked again stays when room is needed; what was asked once goes', () => {
  const answers = new MemoryAnswers(3 * (OVERHEAD + 2), MANY)
  const ofMethod = answers.methodAnswers()
  for (const name of ['a', 'b', 'c']) ofMethod.put(name, bytesOf('1'), undefined)
  ofMethod.get('a')
  for (const name of 'defghijk') ofMethod.put(name, bytesOf('1'), undefined)
  expect(['a', 'b', 'c', 'k'].map((name) => ofMethod.get(name) !== undefined)).toEqual([true, false, false, true])
})

test('a network that drops everything leaves the others theirs, and marks what was asked before', () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const [one, other] = [answers.methodAnswers(), answers.methodAnswers()]
  one.put('a', bytesOf('1'), undefined)
  other.put('a', bytesOf('1'), undefined)
  const { generation } = one
  one.clear()
  expect(one.generation).not.toBe(generation)
  expect([one.get('a'), other.get('a') !== undefined]).toEqual([undefined, true])
  expect(answers.heldBytes).toBe(1 + 1 + OVERHEAD)
})

test('a narrower bound takes effect at once', () => {
  const answers = new MemoryAnswers(MANY, MANY)
  const ofMethod = answers.methodAnswers()
  for (const name of 'abcdef') ofMethod.put(name, bytesOf('1'), undefined)
  answers.bound(2 * (OVERHEAD + 2))
  expect(answers.heldBytes).toBe(2 * (OVERHEAD + 2))
})

const steps = fc.array(
  fc.record({
    ofMethod: fc.nat(2),
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
      for (const { ofMethod: index, text, act } of history) {
        const ofMethod = ofMethods[index]!
        if (typeof act === 'object') {
          const content = `${index}/${text}/`.padEnd(act.put, 'x')
          if (ofMethod.put(text, bytesOf(content), undefined) !== undefined) put.set(`${index}/${text}`, content)
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
