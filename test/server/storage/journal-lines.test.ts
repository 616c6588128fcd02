import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openJournal } from '../../../src/server/storage/journals/journal-file.js'
import { readJournal } from '../../../src/server/storage/journals/journal-lines.js'
import { leftJournals } from '../../../src/server/storage/journals/left-journals.js'
import { aCharge } from '../../support/store-place.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const fileOf = (processId: string) => join(folder, `${processId}.journal`)
/** The text of a journal with a line for each of these credits. */
const textOf = (...credits: number[]): string => {
  const journal = openJournal(folder, 'p')
  for (const one of credits) journal.append([aCharge({ credits: one })])
  journal.close(false)
  const text = readFileSync(fileOf('p'), 'utf8')
  rmSync(fileOf('p'))
  return text
}
const creditsOf = (text: string): number[] => readJournal(text).lines.map(({ rows }) => rows[0]!.credits)

test('what was written is read', () => {
  const { lines, damage, head } = readJournal(textOf(1, 2, 3))
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3])
  expect([damage, head]).toEqual([[], expect.objectContaining({ process: 'p' })])
})

test('a closed journal touches no file that has its number now', () => {
  const journal = openJournal(folder, 'p')
  journal.append([aCharge()])
  journal.close(false)
  const others = Array.from({ length: 12 }, (_, index) => join(folder, `other_${index}`))
  const numbers = others.map((path) => openSync(path, 'wx'))
  expect(() => journal.append([aCharge()])).toThrow('is closed')
  journal.settled(1)
  for (const number of numbers) closeSync(number)
  expect(others.map((path) => readFileSync(path, 'utf8'))).toEqual(Array(12).fill(''))
  expect(readJournal(readFileSync(fileOf('p'), 'utf8')).lines).toHaveLength(1)
})

test.each([
  ['zeros', '\0\0\0\0', 'is not JSON'],
  ['half a line', '{"line":3,"rows":[{"acc', 'is not JSON'],
  ['a number', '7', 'is not JSON'],
  ['something else', '{"hello":"world"}', 'is no line of a journal'],
  ['a line without a number', '{"rows":[]}', 'is no line of a journal'],
  ['a row without credits', '{"line":3,"rows":[{"accountId":"a"}]}', 'is no line of a journal'],
])('names a line of %s, and reads the others', (_, bad, reason) => {
  const [head, one, two, ...rest] = textOf(1, 2, 3).split('\n')
  const text = [head, one, two, bad, ...rest].join('\n')
  expect(readJournal(text).damage).toEqual([{ fileLine: 4, reason }])
  expect(creditsOf(text)).toEqual([1, 2, 3])
})

test('notices lines that are missing or changed', () => {
  const lines = textOf(1, 2, 3, 4).split('\n')
  const without = [...lines.slice(0, 2), ...lines.slice(3)].join('\n')
  expect(readJournal(without).damage).toEqual([
    { fileLine: 3, reason: 'has the number 3 after 1: lines are missing or out of order' },
  ])
  const changed = [...lines.slice(0, 5), lines[2]!.replace('"credits":2', '"credits":9'), ''].join('\n')
  expect(readJournal(changed).damage).toEqual([
    { fileLine: 6, reason: 'has the number 2, as a line before it with other charges' },
  ])
  expect(creditsOf(changed)).toEqual([1, 2, 3, 4])
})

test('an end that a crash cut off is no damage', () => {
  const text = textOf(1, 2)
  for (let length = 0; length <= text.length; length++) expect(readJournal(text.slice(0, length)).damage).toEqual([])
  expect(readJournal(`${text}\0\0\0\0`).damage).toEqual([])
})

test('whatever lines stand twice and wherever: each is read once, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(999), { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
      (credits, copies) => {
        const lines = textOf(...credits)
          .trimEnd()
          .split('\n')
        // A copy of any line, anywhere behind it.
        for (const [which, where] of copies) {
          const from = which % lines.length
          lines.splice(from + 1 + (where % (lines.length - from)), 0, lines[from]!)
        }
        const text = `${lines.join('\n')}\n`
        expect([creditsOf(text), readJournal(text).damage]).toEqual([credits, []])
      },
    ),
    { numRuns: 100 },
  )
})

test('a journal is forgotten when the store has it all, but not where it was written', () => {
  const journal = openJournal(folder, 'big')
  const rows = Array.from({ length: 3_000 }, (_, key) => aCharge({ keyId: `key_${key}` }))
  for (let line = 1; line <= 3; line++) journal.append(rows)
  const bytes = statSync(fileOf('big')).size
  expect(bytes).toBeGreaterThan(1024 * 1024)
  journal.settled(2)
  expect(statSync(fileOf('big')).size).toBe(bytes)
  journal.settled(3)
  expect(statSync(fileOf('big')).size).toBeLessThan(300)
  journal.append([aCharge()])
  journal.close(false)
  const { left } = leftJournals(folder)
  expect(left).toMatchObject([{ processId: 'big', lines: [{ line: 4 }], damage: [], isCopy: false }])
  left[0]!.close(true)
  expect(readdirSync(folder)).toEqual([])
})

test('a copy is distinguished from the journal itself, wherever it lies, and knows whose it is', () => {
  openJournal(folder, 'p').close(false)
  writeFileSync(fileOf('q'), readFileSync(fileOf('p')))
  writeFileSync(fileOf('old'), '')
  const { left } = leftJournals(folder)
  const seen = left.map(({ path, processId, isCopy }) => [path, processId, isCopy])
  for (const one of left) one.close(false)
  expect(seen.sort()).toEqual([
    [fileOf('old'), 'old', true],
    [fileOf('p'), 'p', false],
    [fileOf('q'), 'p', true],
  ])
})

test('a lock that is none, and a folder instead of a file, are damage of this journal only', () => {
  openJournal(folder, 'good').close(false)
  openJournal(folder, 'bad').close(false)
  writeFileSync(`${fileOf('bad')}.lock`, 'a letter to a friend, long enough to have a header of its own: '.repeat(20))
  const { left } = leftJournals(folder)
  const damage = left.map(({ processId, damage: [first] }) => [processId, first?.reason])
  for (const one of left) one.close(false)
  expect(damage.sort()).toEqual([
    ['bad', expect.stringContaining(`the lock ${fileOf('bad')}.lock cannot be used`)],
    ['good', undefined],
  ])
})
