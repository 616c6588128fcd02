/**
 * Whether all runs are taken: in `npm run test:long`, which has each file that imports this one.
 */
const areAll = process.env.TOLLGATE_TESTS === 'long'

/** How often a law is tried, of so many times that are enough; `npm test` takes an eighth. */
export const runs = (enough: number): { readonly numRuns: number } => ({
  numRuns: areAll ? enough : Math.ceil(enough / 8),
})

/**
 * How often something must have come up by chance in a law's runs, of so many times in all of them;
 * in few runs chance has more to say.
 */
export const atLeast = (often: number): number => (areAll ? often : Math.floor(often / 16))

/** Rows of a long table: every sixth, and all of them where all runs are taken. */
export const sampleOf = <T>(rows: readonly T[]): readonly T[] =>
  areAll ? rows : rows.filter((_, index) => index % 6 === 0)

/**
 * How much of something: as much as in `npm run test:long`, or the little that shows the same in
 * `npm test`.
 */
export const much = (all: number, little: number): number => (areAll ? all : little)

/** A test that `npm run test:long` has and `npm test` has not, among others of its file. */
export const longTest: typeof test = areAll ? test : (((): void => {}) as unknown as typeof test)
