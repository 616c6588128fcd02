import { IntrusiveSet, type SetItem } from './intrusive-collections.js'

/** Waits for a value. One of the methods is called, once; neither may throw. */
export interface Subscriber<Value> {
  settled(value: Value): void
  rejected(error: unknown): void
}

enum State {
  Open,
  Settled,
  Rejected,
}

/**
 * A value that is available later; it calls its subscribers synchronously when it is set.
 *
 * Promises are expensive on a call's path: each `then` allocates a promise, a reaction and a
 * function or two, and waits for its microtask. Here a subscriber is an object, often an existing
 * one. Code may also await a Deferred like a promise if
 * the cost does not matter.
 *
 * Do not extend: for V8 each subclass is a new shape in the base constructor, which it stops
 * optimising after four.
 */
export class Deferred<Value> implements PromiseLike<Value> {
  private state = State.Open
  private come: unknown
  private waiter: Subscriber<Value> | undefined

  /** Sets the value; later calls have no effect. */
  settle(value: Value): void {
    if (this.state !== State.Open) return
    this.state = State.Settled
    this.come = value
    const { waiter } = this
    this.waiter = undefined
    waiter?.settled(value)
  }

  /** Rejects with a reason; no effect once set. */
  reject(error: unknown): void {
    if (this.state !== State.Open) return
    this.state = State.Rejected
    this.come = error
    const { waiter } = this
    this.waiter = undefined
    waiter?.rejected(error)
  }

  /** Calls `waiter` when the value is set, or now if it is. */
  subscribe(waiter: Subscriber<Value>): void {
    if (this.state === State.Settled) waiter.settled(this.come as Value)
    else if (this.state === State.Rejected) waiter.rejected(this.come)
    else this.waiter = this.waiter === undefined ? waiter : new Two(this.waiter, waiter)
  }

  // biome-ignore lint/suspicious/noThenProperty: it is to be awaited
  then<Out = Value, Recovered = never>(
    onSettled?: ((value: Value) => Out | PromiseLike<Out>) | null,
    onRejected?: ((error: unknown) => Recovered | PromiseLike<Recovered>) | null,
  ): Promise<Out | Recovered> {
    return new Promise<Value>((settled, rejected) => this.subscribe({ settled, rejected })).then(onSettled, onRejected)
  }
}

/** Joins two subscribers without a list, because a second one is rare. */
class Two<Value> implements Subscriber<Value> {
  constructor(
    private readonly one: Subscriber<Value>,
    private readonly other: Subscriber<Value>,
  ) {}

  settled(value: Value): void {
    this.one.settled(value)
    this.other.settled(value)
  }

  rejected(error: unknown): void {
    this.one.rejected(error)
    this.other.rejected(error)
  }
}

/** A pending value of either kind. */
export type MaybeDeferred<Value> = Deferred<Value> | Promise<Value>

/** True if the value is pending. */
export const isPending = <Value>(value: Value | MaybeDeferred<Value>): value is MaybeDeferred<Value> =>
  value instanceof Deferred || value instanceof Promise

/** Calls `waiter` when the value is available. */
export const subscribe = <Value>(eventual: MaybeDeferred<Value>, waiter: Subscriber<Value>): void => {
  if (eventual instanceof Deferred) eventual.subscribe(waiter)
  else
    eventual.then(
      (value) => waiter.settled(value),
      (error: unknown) => waiter.rejected(error),
    )
}

/**
 * Maps a value that is available now or later. `context` lets all calls share one `turn` and one
 * `recover` instead of allocating closures. Without `recover` an error is passed on.
 *
 * Errors  throws what `turn` throws for an available value; rejects with it for a pending one
 */
export const afterwards = <Value, Out, Context>(
  value: Value | MaybeDeferred<Value>,
  context: Context,
  turn: (value: Value, context: Context) => Out,
  recover?: (error: unknown, context: Context) => Out,
): Out | Deferred<Out> => {
  if (!isPending(value)) return turn(value, context)
  const out = new Deferred<Out>()
  subscribe(value, new Mapped(out, context, turn, recover))
  return out
}

class Mapped<Value, Out, Context> implements Subscriber<Value> {
  constructor(
    private readonly out: Deferred<Out>,
    private readonly context: Context,
    private readonly turn: (value: Value, context: Context) => Out,
    private readonly recover: ((error: unknown, context: Context) => Out) | undefined,
  ) {}

  settled(value: Value): void {
    let out: Out
    try {
      out = this.turn(value, this.context)
    } catch (error) {
      return this.out.reject(error)
    }
    this.out.settle(out)
  }

  rejected(error: unknown): void {
    if (this.recover === undefined) return this.out.reject(error)
    let out: Out
    try {
      out = this.recover(error, this.context)
    } catch (worse) {
      return this.out.reject(worse)
    }
    this.out.settle(out)
  }
}

/**
 * All values in order, once all are available; synchronous if they already are. Rejects with the
 * first rejection.
 */
export const together = <Value>(
  values: readonly (Value | MaybeDeferred<Value>)[],
): readonly Value[] | Deferred<readonly Value[]> =>
  values.some(isPending) ? new Together(values).out : (values as readonly Value[])

class Together<Value> {
  readonly out = new Deferred<readonly Value[]>()
  private readonly all: Value[]
  private left = 0

  constructor(values: readonly (Value | MaybeDeferred<Value>)[]) {
    // Pending values are replaced when they arrive.
    this.all = [...values] as Value[]
    for (const value of values) if (isPending(value)) this.left++
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      if (isPending(value)) subscribe(value, new Slot(this, index))
    }
  }

  put(index: number, value: Value): void {
    this.all[index] = value
    if (--this.left === 0) this.out.settle(this.all)
  }
}

/** Puts one value into its place. */
class Slot<Value> implements Subscriber<Value> {
  constructor(
    private readonly all: Together<Value>,
    private readonly index: number,
  ) {}

  settled(value: Value): void {
    this.all.put(this.index, value)
  }

  rejected(error: unknown): void {
    this.all.out.reject(error)
  }
}

/** Receives the cancellation. A listener belongs to at most one Cancellation. */
export interface CancelListener extends SetItem {
  cancelled(): void
}

/**
 * Cancels the work for a request whose result is no longer wanted: the client disconnected, or
 * another attempt answered.
 *
 * Cheaper than an AbortSignal, which has a listener list: every call on the request path needs one.
 */
export class Cancellation {
  isCancelled = false
  /** Nearly always the only listener. */
  private listener: CancelListener | undefined
  /** Further listeners: other calls of a batch or connection. */
  private others: IntrusiveSet<CancelListener> | undefined

  cancel(): void {
    if (this.isCancelled) return
    this.isCancelled = true
    const { listener, others } = this
    this.listener = undefined
    listener?.cancelled()
    if (others === undefined) return
    // A listener may remove others.
    for (let other = others.take(); other !== undefined; other = others.take()) other.cancelled()
  }

  /** Calls `listener` once: on cancellation, or now if already cancelled. */
  listen(listener: CancelListener): void {
    if (this.isCancelled) listener.cancelled()
    else if (this.listener === undefined) this.listener = listener
    else {
      this.others ??= new IntrusiveSet()
      this.others.add(listener)
    }
  }

  ignore(listener: CancelListener): void {
    if (this.listener === listener) this.listener = undefined
    else this.others?.remove(listener)
  }

  /**
   * Runs `listener` once: on cancellation, or now if already cancelled. Returns a function that
   * removes it.
   */
  onCancel(listener: () => void): () => void {
    const entry = { cancelled: listener, place: 0 }
    this.listen(entry)
    return () => this.ignore(entry)
  }
}
