/**
 * A step as it was before it was written into an address. What is no encoded text, such as `100%`,
 * leads to no page and stands for itself.
 */
const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/**
 * The steps of the part of an address behind the hash mark: `#/accounts/acc_1` is
 * `['accounts', 'acc_1']`.
 */
export const stepsOf = (hash: string): readonly string[] =>
  hash.startsWith('#/')
    ? hash
        .slice(2)
        .split('/')
        .filter((step) => step !== '')
        .map(decoded)
    : []
