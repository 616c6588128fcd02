import { row, table } from '../../../src/tools/client/typescript/markdown.js'
import { harmlessRows, mutationRows } from '../../mutations/apply.js'

/**
 * The planted mistakes of the lint, each with the place and the words of the line that names it.
 */
export const mutationsTable = (): string =>
  table(
    ['Mistake', 'Named at', 'With the words'],
    mutationRows().map(([what, path, words]) =>
      row(what, path === '' ? 'the document' : `\`${path}\``, `\`${words}\``),
    ),
  )

/** Changes that look like mistakes and are right, with the reason. */
export const harmlessTable = (): string =>
  table(
    ['Change', 'Why it is none'],
    harmlessRows().map(([what, reason]) => row(what, reason)),
  )
