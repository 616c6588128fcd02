/**
 * Waits for something no longer than `limitMs`; how it ends afterwards is ignored.
 *
 * Errors  rejects with its error, or, when time is up, with one that says `why`
 */
export const withTimeLimit = <Value>(action: Promise<Value>, limitMs: number, why: string): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(why)), limitMs)
    action.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Waits for something no longer than `limitMs`, and then goes on with `fallback`; how it ends
 * afterwards is ignored.
 *
 * Errors  rejects with its error, if that comes in time
 */
export const orAfter = <Value, Fallback>(
  action: Promise<Value>,
  limitMs: number,
  fallback: Fallback,
): Promise<Value | Fallback> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(fallback), limitMs)
    action.then(resolve, reject).finally(() => clearTimeout(timer))
  })
