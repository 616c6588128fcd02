import { row, table } from '../../../src/tools/client/typescript/markdown.js'
import { categories, diffRules } from '../../../src/tools/diff/rules.js'

/** The rules of `tollgate contract diff`, by category, those that break callers first. */
export const diffRulesTable = (): string => {
  const rules = Object.entries(diffRules)
  const rowsOf = (category: string) =>
    [true, false].flatMap((isBreaking) =>
      rules.filter(([, rule]) => rule.category === category && rule.isBreaking === isBreaking),
    )
  return table(
    ['Category', 'Rule', 'Breaking', 'What changed'],
    categories
      .flatMap(rowsOf)
      .map(([id, { category, isBreaking, meaning }]) => row(category, `\`${id}\``, isBreaking ? 'yes' : 'no', meaning)),
  )
}
