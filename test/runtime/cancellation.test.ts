import fc from 'fast-check'
import { type CancelListener, Cancellation } from '../../src/runtime/cancellation.js'

class Listener implements CancelListener {
  place = 0
  told = 0
  /** The listener that is removed when this one is called. */
  ignored: Listener | undefined

  constructor(private readonly cancellation: Cancellation) {}

  cancelled(): void {
    this.told++
    if (this.ignored !== undefined) this.cancellation.ignore(this.ignored)
  }
}

test('calls each listener once, and none that was removed', () => {
  const step = fc.tuple(fc.nat(7), fc.boolean())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cancellation = new Cancellation()
      const listeners = Array.from({ length: 8 }, () => new Listener(cancellation))
      const listening = new Set<Listener>()
      for (const [index, listens] of steps) {
        const listener = listeners[index]!
        if (listens && !listening.has(listener)) {
          cancellation.listen(listener)
          listening.add(listener)
        } else if (!listens) {
          cancellation.ignore(listener)
          listening.delete(listener)
        }
      }
      cancellation.cancel()
      cancellation.cancel()
      expect(listeners.map(({ told }) => told)).toEqual(listeners.map((one) => (listening.has(one) ? 1 : 0)))
    }),
  )
})

test('a listener may remove others, and one that is added too late is called at once', () => {
  const cancellation = new Cancellation()
  const listeners = Array.from({ length: 4 }, () => new Listener(cancellation))
  for (const listener of listeners) cancellation.listen(listener)
  for (const listener of listeners.slice(1)) listeners[0]!.ignored = listener
  cancellation.cancel()
  expect(listeners.map(({ told }) => told)).toEqual([1, 1, 1, 0])
  const late = new Listener(cancellation)
  cancellation.listen(late)
  expect(late.told).toBe(1)
})
