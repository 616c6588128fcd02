import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAMS = 'test/flows/programs'

/**
 * The lines between `// snippet: NAME` and `// end of snippet` of a program that the tests run, as
 * a code block. Errors: no program has them.
 */
export const snippet = (root: string, name: string): string => {
  const marked = new RegExp(`^( *)// snippet: ${name}\\n([\\s\\S]*?)\\n *// end of snippet$`, 'm')
  for (const file of readdirSync(join(root, PROGRAMS))) {
    const [, indent, lines] = marked.exec(readFileSync(join(root, PROGRAMS, file), 'utf8')) ?? []
    if (lines === undefined) continue
    return ['```js', lines.replace(new RegExp(`^${indent}`, 'gm'), ''), '```'].join('\n')
  }
  throw new Error(`${PROGRAMS}: no program has the snippet ${name}`)
}
