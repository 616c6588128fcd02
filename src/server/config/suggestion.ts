/** Number of edits (insert, delete, replace, swap of neighbours) between two words. */
const distance = (from: string, to: string): number => {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, before[j - 2]! + 1)
      }
      next.push(least)
    }
    before = row
    row = next
  }
  return row[to.length]!
}

const maxEdits = (candidate: string): number => Math.max(1, Math.floor(candidate.length / 3))

/**
 * Suggests a word for messages: `, did you mean "port"?`, or an empty text if no known word is
 * near.
 */
export const didYouMean = (word: string, known: Iterable<string>): string => {
  const nearest = [...known]
    // Two words need at least as many edits as their lengths differ by.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= maxEdits(candidate))
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= maxEdits(candidate))
    .sort((a, b) => a.edits - b.edits)[0]
  return nearest === undefined ? '' : `, did you mean "${nearest.candidate}"?`
}
