/** The words of a name in camel case, in lower case. */
const wordsOf = (name: string): string[] =>
  name.split(/(?=[A-Z])|[^A-Za-z0-9]+/).flatMap((word) => (word === '' ? [] : [word.toLowerCase()]))

/**
 * The words of a client's member that gives the events of a subscription: `watch new heads` for the
 * kind newHeads, and `watch account` for accountSubscribe, which has one kind.
 */
export const watchWords = (method: string, kind: string | undefined): readonly string[] => [
  'watch',
  ...wordsOf(kind ?? method.replace(/_?[Ss]ubscribe$/, '')),
]

/** The member's name in TypeScript: `watchNewHeads`. */
export const watchName = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : `${word[0]!.toUpperCase()}${word.slice(1)}`)).join('')
