import { retryMeasurement } from './retry-measurement.js'

/** Measures the values one after the other. Each may be at most 1; `measured` has those so far. */
const measuring = (...values: readonly number[]) => {
  const measured: number[] = []
  const end = retryMeasurement(
    async () => {
      measured.push(values[measured.length]!)
      return measured.at(-1)!
    },
    (value) => {
      if (value > 1) throw new Error(`${value} is too much`)
    },
  )
  return { measured, end }
}

test('a measurement within its bound is not repeated', async () => {
  const { measured, end } = measuring(1, 2)
  await end
  expect(measured).toEqual([1])
})

test('one of three measurements within its bound is enough', async () => {
  const { measured, end } = measuring(3, 2, 1)
  await end
  expect(measured).toEqual([3, 2, 1])
})

test('three measurements out of their bound fail with the error of the last', async () => {
  const { measured, end } = measuring(4, 3, 2, 1)
  await expect(end).rejects.toThrow('2 is too much')
  expect(measured).toEqual([4, 3, 2])
})

test('an error of the measurement itself is thrown at once', async () => {
  let made = 0
  const measure = async () => {
    made++
    throw new Error('a call was lost')
  }
  await expect(retryMeasurement(measure, () => {})).rejects.toThrow('a call was lost')
  expect(made).toBe(1)
})
