/** Waits for a value. One of the methods is called, once; neither may throw. */
export interface Waiter<Value> {
  resolved(value: Value): void
  rejected(error: unknown): void
}

enum State {
  Open,
  Resolved,
  Rejected,
}

/**
 * A value that is available later; it calls its waiters synchronously when it is set.
 *
 * Promises are expensive on a call's path: each `then` allocates a promise, a reaction and a
 * function or two, and waits for its microtask. Here a waiter is an object, often an existing one.
 * Code may also await a Deferred like a promise if the cost does not matter.
 *
 * Do not extend: for V8 each subclass is a new shape in the base constructor, which it stops
 * optimising after four.
 */
export class Deferred<Value> implements PromiseLike<Value> {
  private state = State.Open
  private outcome: unknown
  private waiter: Waiter<Value> | undefined

  /** Sets the value; later calls have no effect. */
  resolve(value: Value): void {
    if (this.state !== State.Open) return
    this.state = State.Resolved
    this.outcome = value
    const { waiter } = this
    this.waiter = undefined
    waiter?.resolved(value)
  }

  /** Rejects with a reason; no effect once set. */
  reject(error: unknown): void {
    if (this.state !== State.Open) return
    this.state = State.Rejected
    this.outcome = error
    const { waiter } = this
    this.waiter = undefined
    waiter?.rejected(error)
  }

  /** Calls `waiter` when the value is set, or now if it is. */
  whenResolved(waiter: Waiter<Value>): void {
    if (this.state === State.Resolved) waiter.resolved(this.outcome as Value)
    else if (this.state === State.Rejected) waiter.rejected(this.outcome)
    else this.waiter = this.waiter === undefined ? waiter : new BothWaiters(this.waiter, waiter)
  }

  // biome-ignore lint/suspicious/noThenProperty: it is to be awaited
  then<Out = Value, Recovered = never>(
    onResolved?: ((value: Value) => Out | PromiseLike<Out>) | null,
    onRejected?: ((error: unknown) => Recovered | PromiseLike<Recovered>) | null,
  ): Promise<Out | Recovered> {
    return new Promise<Value>((resolved, rejected) => this.whenResolved({ resolved, rejected })).then(
      onResolved,
      onRejected,
    )
  }
}

/** Joins two waiters without a list, because a second one is rare. */
class BothWaiters<Value> implements Waiter<Value> {
  constructor(
    private readonly one: Waiter<Value>,
    private readonly other: Waiter<Value>,
  ) {}

  resolved(value: Value): void {
    this.one.resolved(value)
    this.other.resolved(value)
  }

  rejected(error: unknown): void {
    this.one.rejected(error)
    this.other.rejected(error)
  }
}

/** A value that comes later, of either kind. */
export type Pending<Value> = Deferred<Value> | Promise<Value>

/** A value, or a place where it will be. */
export type MaybeDeferred<Value> = Value | Pending<Value>

/** True if the value is pending. */
export const isPending = <Value>(value: MaybeDeferred<Value>): value is Pending<Value> =>
  value instanceof Deferred || value instanceof Promise

/** Calls `waiter` when the value is available, or now if it is. */
export const whenResolved = <Value>(value: MaybeDeferred<Value>, waiter: Waiter<Value>): void => {
  if (value instanceof Deferred) value.whenResolved(waiter)
  else if (value instanceof Promise)
    value.then(
      (available: Value) => waiter.resolved(available),
      (error: unknown) => waiter.rejected(error),
    )
  else waiter.resolved(value)
}

/**
 * Maps a value that is available now or later. `context` lets all calls share one `map` and one
 * `recover` instead of allocating closures. Without `recover` an error is passed on.
 *
 * Errors  throws what `map` throws for an available value; rejects with it for a pending one
 */
export const mapDeferred = <Value, Out, Context>(
  value: MaybeDeferred<Value>,
  context: Context,
  map: (value: Value, context: Context) => Out,
  recover?: (error: unknown, context: Context) => Out,
): Out | Deferred<Out> => {
  if (!isPending(value)) return map(value, context)
  const out = new Deferred<Out>()
  whenResolved(value, new Mapped(out, context, map, recover))
  return out
}

class Mapped<Value, Out, Context> implements Waiter<Value> {
  constructor(
    private readonly out: Deferred<Out>,
    private readonly context: Context,
    private readonly map: (value: Value, context: Context) => Out,
    private readonly recover: ((error: unknown, context: Context) => Out) | undefined,
  ) {}

  resolved(value: Value): void {
    let out: Out
    try {
      out = this.map(value, this.context)
    } catch (error) {
      return this.out.reject(error)
    }
    this.out.resolve(out)
  }

  rejected(error: unknown): void {
    if (this.recover === undefined) return this.out.reject(error)
    let out: Out
    try {
      out = this.recover(error, this.context)
    } catch (worse) {
      return this.out.reject(worse)
    }
    this.out.resolve(out)
  }
}

/**
 * All values in order, once all are available; synchronous if they already are. Rejects with the
 * first rejection.
 */
export const together = <Value>(
  values: readonly MaybeDeferred<Value>[],
): readonly Value[] | Deferred<readonly Value[]> =>
  values.some(isPending) ? new Together(values).out : (values as readonly Value[])

class Together<Value> {
  readonly out = new Deferred<readonly Value[]>()
  private readonly all: Value[]
  private left = 0

  constructor(values: readonly MaybeDeferred<Value>[]) {
    // Pending values are replaced when they arrive.
    this.all = [...values] as Value[]
    for (const value of values) if (isPending(value)) this.left++
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      if (isPending(value)) whenResolved(value, new Slot(this, index))
    }
  }

  put(index: number, value: Value): void {
    this.all[index] = value
    if (--this.left === 0) this.out.resolve(this.all)
  }
}

/** Puts one value into its place. */
class Slot<Value> implements Waiter<Value> {
  constructor(
    private readonly all: Together<Value>,
    private readonly index: number,
  ) {}

  resolved(value: Value): void {
    this.all.put(this.index, value)
  }

  rejected(error: unknown): void {
    this.all.out.reject(error)
  }
}
