/**
 * Decodes a step of an address. Text that is not encoded, such as `100%`, leads to no page and is
 * returned unchanged.
 */
const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** The steps in an address's fragment: `#/accounts/acc_1` is `['accounts', 'acc_1']`. */
export const stepsOf = (hash: string): readonly string[] =>
  hash.startsWith('#/')
    ? hash
        .slice(2)
        .split('/')
        .filter((step) => step !== '')
        .map(decoded)
    : []
