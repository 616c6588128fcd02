import { getEventListeners } from 'node:events'
import { RpcError, retry, retryDelayMs, TransportError } from '../../../generated/client/src/index.js'
import { stopwatch } from '../../support/stopwatch.js'

const errorOf = (name: string, data: object = {}, method = 'eth_blockNumber') =>
  new RpcError({ code: -32005, message: name, data: { name, ...data } }, {}, method)

describe('the wait before the same call', () => {
  test.each([
    ['too-many-results', { from: '0x1', to: '0x2' }, undefined],
    ['invalid-params', {}, undefined],
    ['query-timeout', {}, undefined],
  ])('is what the contract says of %s', (name, data, delayMs) => {
    expect(retryDelayMs(errorOf(name, data))).toBe(delayMs)
  })

  test('is until the credits renew, or somewhat longer', () => {
    const resetsAtMs = Date.now() + 60_000
    const resetsAt = new Date(resetsAtMs).toISOString()
    const delayMs = retryDelayMs(errorOf('daily-credits-exhausted', { resetsAt })) as number
    expect(delayMs).toBeLessThan(60_000 + 375)
    expect(delayMs).toBeGreaterThanOrEqual(resetsAtMs - Date.now() + 125)
  })

  test('is never less than the gateway names, and brings callers back apart, further with each attempt', () => {
    for (const attempt of [1, 2, 3]) {
      const error = errorOf('throttled-evm', { retryAfterMs: 40 })
      const delays = Array.from({ length: 100 }, () => retryDelayMs(error, attempt) as number)
      const [least, most] = [Math.min(...delays), Math.max(...delays)]
      expect(least).toBeGreaterThanOrEqual(40)
      expect(most).toBeLessThan(40 + 375 * 2 ** (attempt - 1))
      expect(most - least).toBeGreaterThan(100 * 2 ** (attempt - 1))
    }
  })

  test.each([
    [401, undefined],
    [429, expect.any(Number)],
    [503, expect.any(Number)],
  ])('is for a handshake refused with %d what the contract says of the error', (status, delayMs) => {
    const refused = new TransportError('the gateway refused', 'refused', status, 'eth_sendRawTransaction')
    expect(retryDelayMs(refused)).toEqual(delayMs)
  })

  test('grows with the attempts where the contract says soon', () => {
    for (const attempt of [1, 2, 3]) {
      const delayMs = retryDelayMs(errorOf('no-upstream'), attempt) as number
      expect(delayMs).toBeGreaterThanOrEqual(125 * 2 ** (attempt - 1))
      expect(delayMs).toBeLessThan(375 * 2 ** (attempt - 1))
    }
  })

  test('is none for errors of nodes, for a closed client and for what is no error of a call', () => {
    expect(retryDelayMs(new RpcError({ code: 3, message: 'execution reverted' }))).toBeUndefined()
    expect(retryDelayMs(new TransportError('the client is closed', 'closed'))).toBeUndefined()
    expect(retryDelayMs(new TransportError('the answer is not JSON', 'bad-answer', 502))).toBeUndefined()
    expect(retryDelayMs(new Error('a mistake'))).toBeUndefined()
    expect(retryDelayMs(new TransportError('the connection failed', 'connection'))).toBeGreaterThan(0)
  })
})

describe('retry', () => {
  const failing = (errors: unknown[]) => {
    const calls = { count: 0 }
    const call = async () => {
      calls.count += 1
      const error = errors.shift()
      if (error !== undefined) throw error
      return 'an answer'
    }
    return { calls, call }
  }
  const throttled = () => errorOf('throttled-evm', { retryAfterMs: 5 })

  test('calls again while it helps, and tells what it waits for', async () => {
    const { call, calls } = failing([throttled(), throttled()])
    const told: number[] = []
    await expect(retry(call, { onRetry: (_, delayMs) => told.push(delayMs) })).resolves.toBe('an answer')
    expect([calls.count, told.length]).toEqual([3, 2])
    for (const delayMs of told) expect(delayMs).toBeGreaterThanOrEqual(5)
  })

  test('throws the last error when the attempts are used up', async () => {
    const { call, calls } = failing([throttled(), throttled(), throttled()])
    await expect(retry(call, { attempts: 2 })).rejects.toMatchObject({ name: 'throttled-evm' })
    expect(calls.count).toBe(2)
  })

  test('does not wait longer than it may, nor repeats what would fail again', async () => {
    const long = failing([errorOf('throttled-evm', { retryAfterMs: 60_000 })])
    await expect(retry(long.call, { maxDelayMs: 1000 })).rejects.toMatchObject({ name: 'throttled-evm' })
    const wrong = failing([errorOf('invalid-params')])
    await expect(retry(wrong.call)).rejects.toMatchObject({ name: 'invalid-params' })
    expect([long.calls.count, wrong.calls.count]).toEqual([1, 1])
  })

  test.each([
    ['the named wait is not longer', { retryAfterMs: 1_000 }],
    ['the random part alone is longer', { retryAfterMs: 0 }],
  ])('waits as long as it may if %s', async (_name, data) => {
    const { call } = failing([errorOf('throttled-evm', data)])
    const told: number[] = []
    const abort = new AbortController()
    const maxDelayMs = Math.max(100, data.retryAfterMs)
    const onRetry = (_error: unknown, delayMs: number) => {
      told.push(delayMs)
      abort.abort()
    }
    await expect(retry(call, { maxDelayMs, signal: abort.signal, onRetry })).rejects.toThrow('aborted')
    expect(told).toEqual([maxDelayMs])
  })

  test('listens once to the signal of many, while they wait', async () => {
    const abort = new AbortController()
    const { signal } = abort
    const waiting = Array.from({ length: 12 }, () => {
      const { call } = failing([errorOf('throttled-evm', { retryAfterMs: 20_000 })])
      return new Promise<void>((waits) => retry(call, { signal, onRetry: () => waits() }).catch(() => {}))
    })
    await Promise.all(waiting)
    await Promise.resolve()
    expect(getEventListeners(signal, 'abort').length).toBe(1)
    abort.abort()
    expect(getEventListeners(signal, 'abort').length).toBe(0)
  })

  test('ends its waiting by a signal', async () => {
    const abort = new AbortController()
    const { call } = failing([errorOf('throttled-evm', { retryAfterMs: 20_000 })])
    const waiting = retry(call, { signal: abort.signal, onRetry: () => abort.abort(new Error('enough')) })
    const spentMs = stopwatch()
    await expect(waiting).rejects.toThrow('enough')
    expect(spentMs()).toBeLessThan(5_000)
  })
})
