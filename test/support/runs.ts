/** True in `npm run test:long`, which also runs each file that imports this one. */
const areAll = process.env.TOLLGATE_TESTS === 'long'

/** Returns the number of runs of a law: `enough` in `npm run test:long`, else an eighth of it. */
export const runs = (enough: number): { readonly numRuns: number } => ({
  numRuns: areAll ? enough : Math.ceil(enough / 8),
})

/**
 * Returns how often something must at least come up by chance in a law's runs: `often` in
 * `npm run test:long`, else a sixteenth of it, because few runs differ more from each other.
 */
export const atLeast = (often: number): number => (areAll ? often : Math.floor(often / 16))

/** Returns rows of a long table: all in `npm run test:long`, else every sixth, or `every`th. */
export const sampleOf = <T>(rows: readonly T[], every = 6): readonly T[] =>
  areAll ? rows : rows.filter((_, index) => index % every === 0)

/** Returns `all` in `npm run test:long`; else `little`, an amount that shows the same. */
export const much = (all: number, little: number): number => (areAll ? all : little)

/** Defines a test that `npm run test:long` runs and `npm test` does not. */
export const longTest: typeof test = areAll ? test : (((): void => {}) as unknown as typeof test)
