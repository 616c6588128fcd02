import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openJournal } from '../../../src/server/storage/journals/journal-file.js'
import { readJournal } from '../../../src/server/storage/journals/journal-lines.js'
import { leftJournals } from '../../../src/server/storage/journals/left-journals.js'
import { fileIdentity } from '../../../src/server/storage/real-path.js'
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

/** Lines of the journal that a killed process would leave now, as the next start reads them. */
const leftNow = (processId: string) => {
  const { lines, damage, head } = readJournal(readFileSync(fileOf(processId), 'utf8'))
  return { lines, damage, isThere: head?.file === fileIdentity(fileOf(processId)) && head.process === processId }
}

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
        // Inserts copies of lines, each anywhere after its original.
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
  expect(statSync(fileOf('big')).size).toBeGreaterThan(1024 * 1024)
  journal.settled(2)
  expect(leftNow('big')).toMatchObject({ lines: [{ line: 3 }], damage: [], isThere: true })
  for (let line = 4; line <= 6; line++) journal.append(rows)
  journal.settled(6)
  expect(statSync(fileOf('big')).size).toBeLessThan(300)
  journal.append([aCharge()])
  journal.close(false)
  const { left } = leftJournals(folder)
  expect(left).toMatchObject([{ processId: 'big', lines: [{ line: 7 }], damage: [], isCopy: false }])
  left[0]!.close(true)
  expect(readdirSync(folder)).toEqual([])
})

test.each([false, true])('a journal stays small though its settled line always lags (synced: %s)', (isSynced) => {
  const journal = openJournal(folder, 'busy', isSynced)
  const row = aCharge({ method: 'm'.repeat(20_000) })
  let most = 0
  for (let line = 1; line <= 150; line++) {
    journal.append([{ ...row, credits: line }])
    journal.settled(line - 1)
    most = Math.max(most, ...readdirSync(folder).map((name) => statSync(join(folder, name)).size))
    if (line % 15 > 0) continue
    const { lines, ...rest } = leftNow('busy')
    expect([lines.at(-1), rest]).toEqual([
      { line, rows: [{ ...row, credits: line }] },
      { damage: [], isThere: true },
    ])
  }
  expect(most).toBeLessThan(1.1 * 1024 * 1024)
  expect(readdirSync(folder).filter((name) => !name.includes('lock'))).toEqual(['busy.journal'])
  expect(statSync(fileOf('busy')).mode & 0o777).toBe(0o600)
  journal.close(false)
  const { left } = leftJournals(folder)
  expect(left).toMatchObject([{ processId: 'busy', path: fileOf('busy'), damage: [], isCopy: false }])
  left[0]!.close(true)
})

test('whatever is appended and settled in whatever order: the journal has every unsettled line', () => {
  const steps = fc.array(fc.record({ bytes: fc.nat(700_000), lag: fc.nat(3) }), { minLength: 1, maxLength: 12 })
  let count = 0
  fc.assert(
    fc.property(steps, (taken) => {
      const id = `p${count++}`
      const journal = openJournal(folder, id)
      let settled = 0
      for (const [index, { bytes, lag }] of taken.entries()) {
        const line = journal.append([aCharge({ keyId: 'k'.repeat(bytes), credits: index })])
        settled = Math.max(settled, line - lag)
        journal.settled(settled)
        const { lines, damage, isThere } = leftNow(id)
        const unsettled = lines.filter((one) => one.line > settled)
        const expected = taken.slice(settled, line).map((_, at) => [settled + at + 1, settled + at])
        expect(unsettled.map((one) => [one.line, one.rows[0]!.credits])).toEqual(expected)
        expect(journal.linesAfter(settled)).toEqual(unsettled)
        expect([damage, isThere]).toEqual([[], true])
      }
      journal.close(true)
      expect(existsSync(fileOf(id))).toBe(false)
    }),
    { numRuns: 20 },
  )
})

test('a journal that cannot be written anew goes on as it is, and is emptied as before', () => {
  const journal = openJournal(folder, 'p')
  // As on a full disk, the journal cannot write a second file.
  mkdirSync(`${fileOf('p')}.next`)
  const row = aCharge({ method: 'm'.repeat(100_000) })
  for (let line = 1; line <= 30; line++) {
    journal.append([row])
    journal.settled(line - 1)
  }
  expect(leftNow('p')).toMatchObject({ damage: [], isThere: true, lines: { length: 30 } })
  journal.settled(30)
  expect(statSync(fileOf('p')).size).toBeLessThan(300)
  journal.close(false)
})

test('a journal whose settled lines cannot be cut off takes no further line until they can', () => {
  const journal = openJournal(folder, 'p')
  const { file } = journal as unknown as { readonly file: number }
  /**
   * Opens the journal's file again with the same descriptor. With `r`, its lines cannot be cut off.
   */
  const reopen = (flags: string) => {
    closeSync(file)
    expect(openSync(fileOf('p'), flags)).toBe(file)
  }
  const row = aCharge({ method: 'm'.repeat(100_000) })
  for (let line = 1; line <= 11; line++) journal.append([row])
  reopen('r')
  journal.settled(11)
  expect(() => journal.append([row])).toThrow()
  reopen('a')
  journal.append([aCharge()])
  expect(leftNow('p')).toMatchObject({ damage: [], isThere: true, lines: [{ line: 12 }] })
  journal.close(false)
})

test('what a kill leaves of a journal that was being written anew goes with the journal', () => {
  const journal = openJournal(folder, 'killed')
  journal.append([aCharge()])
  journal.close(false)
  writeFileSync(`${fileOf('killed')}.next`, readFileSync(fileOf('killed'), 'utf8').slice(0, 90))
  const [left] = leftJournals(folder).left
  expect(left).toMatchObject({ processId: 'killed', lines: [{ line: 1 }], damage: [], isCopy: false })
  left!.close(false)
  leftJournals(folder).left[0]!.setAside()
  expect(readdirSync(folder)).toEqual(['killed.journal.set-aside'])
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
