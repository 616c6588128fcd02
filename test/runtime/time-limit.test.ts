import { orAfter, withTimeLimit } from '../../src/runtime/time-limit.js'

const never = () => new Promise<never>(() => {})

describe('a time limit', () => {
  test('gives what comes in time, and errors', async () => {
    await expect(withTimeLimit(Promise.resolve(1), 60_000, 'late')).resolves.toBe(1)
    await expect(withTimeLimit(Promise.reject(new Error('no')), 60_000, 'late')).rejects.toThrow('no')
    await expect(orAfter(Promise.resolve(1), 60_000, 2)).resolves.toBe(1)
    await expect(orAfter(Promise.reject(new Error('no')), 60_000, 2)).rejects.toThrow('no')
  })

  test('ends the wait with an error that says why, or with what is taken instead', async () => {
    await expect(withTimeLimit(never(), 1, 'late')).rejects.toThrow('late')
    await expect(orAfter(never(), 1, 2)).resolves.toBe(2)
  })

  test('holds no process up that has its answer', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    await orAfter(Promise.resolve(1), 60_000, 2)
    await withTimeLimit(Promise.resolve(1), 60_000, 'late')
    await Promise.resolve()
    expect(timers()).toBe(before)
  })
})
