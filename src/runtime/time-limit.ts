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
