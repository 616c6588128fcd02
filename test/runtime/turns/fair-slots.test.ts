import { FairSlots } from '../../../src/runtime/turns/fair-slots.js'

/** Takes slots for an owner until it is full; returns how many it got. */
const fill = (slots: FairSlots, owner: string): number => {
  let taken = 0
  for (; !slots.isFullFor(owner); taken++) slots.take(owner)
  return taken
}

test('an owner alone may use half of the slots, the next one half of the rest', () => {
  const slots = new FairSlots(12)
  expect([fill(slots, 'a'), fill(slots, 'b'), fill(slots, 'c')]).toEqual([6, 3, 2])
  expect(fill(slots, 'a')).toBe(0)
})

test('slots that are freed are for all again', () => {
  const slots = new FairSlots(4)
  for (let left = fill(slots, 'a'); left > 0; left--) slots.free('a')
  expect([slots.used, fill(slots, 'b')]).toEqual([0, 2])
})

test('the process itself may use every slot', () => {
  const slots = new FairSlots(2)
  slots.take(undefined)
  expect([slots.isFull, slots.isFullFor('a')]).toEqual([false, false])
  slots.take(undefined)
  expect([slots.isFull, slots.isFullFor('a')]).toEqual([true, true])
  slots.free(undefined)
  expect([slots.used, slots.isFull]).toEqual([1, false])
})
