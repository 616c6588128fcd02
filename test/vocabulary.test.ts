import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Words that once named standard things and were given back for the standard names
 * (docs/glossary.md), with the name to use.
 *
 * They count as whole words of an identifier: `workerCensus` has one, `forbidden` has none.
 */
const GIVEN_BACK: Readonly<Record<string, string>> = {
  alarm: 'deadline timer',
  book: 'day balance',
  census: 'worker status',
  crew: 'supervisor',
  desk: 'listener context',
  edges: 'ports',
  inspection: 'answer reader',
  mend: 'recover',
  misfit: 'schema violation',
  outbox: 'flush queue',
  patience: 'refusal rate, or a delay',
  pursuit: 'forwarded call',
  recall: 'negative cache',
  roster: 'intrusive set',
  seat: 'pool entry',
  shelf: 'balance cache, lease table, or cached answers',
  shelves: 'balance cache, lease table, or cached answers',
  spoken: 'response buffer',
  suspicion: 'schema violation',
  tally: 'labelled counter',
  tell: 'notify or subscribe',
  told: 'notified, or what was sent',
  unforeseen: 'schema violation',
  watchman: 'timer wheel',
  world: 'network registry, or fixture',
}

/** Words that are no names by themselves, but are fine in a longer one (`answerLater`). */
const NOT_ALONE: readonly string[] = ['Later']

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const isGivenBack = (name: string): boolean =>
  NOT_ALONE.includes(name) ||
  wordsOf(name).some((word) => Object.hasOwn(GIVEN_BACK, word) || Object.hasOwn(GIVEN_BACK, word.replace(/s$/, '')))

/** Whether a text may have such an identifier: to parse a file takes as long as to search fifty. */
const mayHave = new RegExp([...NOT_ALONE, ...Object.keys(GIVEN_BACK)].join('|'), 'i')

/** The identifiers of a file that have a word given back. */
const givenBackIn = (text: string): string[] => {
  if (!mayHave.test(text)) return []
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isGivenBack(node.text)) found.add(node.text)
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest))
  return [...found]
}

test('identifiers with a word given back are recognised, and others are not', () => {
  const text =
    'const workerCensus = 1, MAX_TOLD = 2, shelves = 3, Later = 4; const forbidden = 1, answerLater = 2, bookmark = 3'
  expect(givenBackIn(text)).toEqual(['workerCensus', 'MAX_TOLD', 'shelves', 'Later'])
})

test('no identifier has a word that was given back for a standard name', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((name) =>
    givenBackIn(readFileSync(join('src', name), 'utf8')).map((id) => `${name}: ${id}`),
  )
  expect(found).toEqual([])
})
