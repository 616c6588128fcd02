/**
 * Waits for a promise at most `limitMs`, and ignores its later outcome.
 *
 * Errors  rejects with the promise's error or, after the limit, with an error with message `why`
 */
export const withTimeLimit = <Value>(action: Promise<Value>, limitMs: number, why: string): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(why)), limitMs)
    action.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Waits for a promise at most `limitMs`, then resolves to `fallback` and ignores the later outcome.
 *
 * Errors  rejects with the promise's error, if that comes in time
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
