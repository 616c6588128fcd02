import type { PrimaryCalls } from '../../../src/server/cluster/messages.js'
import { Supervisor, type SupervisorDeps } from '../../../src/server/cluster/supervisor.js'
import type { WorkerProcess } from '../../../src/server/cluster/worker-process.js'

const { jest } = import.meta

interface FakeWorker {
  readonly answers: PrimaryCalls
  readonly told: string[]
  isKilled: boolean
  end(how: string): void
}

/** Number of forks that the system refuses from now on. */
let refusedForks = 0
const refuseForks = (count: number) => {
  refusedForks = count
}

/** A crew of fake processes on a fake clock. */
const aCrew = (count: number, changes: Partial<SupervisorDeps> = {}) => {
  const forked: FakeWorker[] = []
  const logged: Record<string, unknown>[] = []
  const clock = { nowMs: 0 }
  const keep = (fields: object, message: string) => void logged.push({ message, ...fields })
  const crew = new Supervisor({
    count,
    log: { debug: keep, info: keep, warn: keep, error: keep, free: () => {}, call: () => {}, flush: async () => {} },
    nowMs: () => clock.nowMs,
    fork: (answers): WorkerProcess => {
      if (refusedForks-- > 0) throw new Error('spawn ENOMEM')
      let end: (how: string) => void = () => {}
      const ended = new Promise<string>((resolve) => {
        end = resolve
      })
      const worker: FakeWorker = { answers, told: [], isKilled: false, end }
      forked.push(worker)
      return {
        pid: forked.length,
        ended,
        channel: { ask: async () => [] as never, notify: (...[name]) => void worker.told.push(name), close: () => {} },
        kill: () => {
          worker.isKilled = true
          end('SIGKILL')
        },
      }
    },
    answersFor: () => ({}) as ReturnType<SupervisorDeps['answersFor']>,
    onReady: () => {},
    onGone: async () => {},
    onReplaced: () => {},
    ...changes,
  })
  const settle = () => jest.advanceTimersByTimeAsync(0)
  const readyAll = async () => {
    for (const { answers } of forked) answers.ready('http://x')
    await settle()
  }
  return { crew, forked, logged, clock, readyAll, settle }
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const pausesOf = (logged: readonly Record<string, unknown>[]) =>
  logged.filter(({ message }) => message === 'a worker ended; it is replaced').map(({ pauseMs }) => pauseMs)

test('a worker that dies again and again is replaced ever more slowly, and quickly again once it lived', async () => {
  const { crew, forked, logged, clock, readyAll } = aCrew(1)
  const started = crew.start()
  await readyAll()
  await started
  for (let death = 0; death < 9; death++) {
    forked.at(-1)!.end('exit status 1')
    await jest.advanceTimersByTimeAsync(10_000)
    expect(forked).toHaveLength(death + 2)
  }
  clock.nowMs += 60_000
  forked.at(-1)!.end('SIGSEGV')
  await jest.advanceTimersByTimeAsync(100)
  expect(pausesOf(logged)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 100])
  expect(logged.at(-1)).toMatchObject({ number: 1, reason: 'SIGSEGV' })
  expect(forked).toHaveLength(11)
})

test('when one cannot start, none does, and its reason is reported', async () => {
  const { crew, forked, settle } = aCrew(3)
  const started = crew.start()
  const refused = expect(started).rejects.toMatchObject({
    message: 'the address is taken',
    code: 'EADDRINUSE',
    port: 80,
  })
  forked[0]!.answers.ready('http://x')
  forked[1]!.answers.failed({ message: 'the address is taken', code: 'EADDRINUSE', port: 80 })
  forked[1]!.end('exit status 1')
  await settle()
  await refused
  expect(forked.map(({ isKilled }) => isKilled)).toEqual([true, false, true])
})

test('a successor that the system has no process for is tried again, and what it was given is put in order', async () => {
  const gone: number[] = []
  const { crew, forked, logged, readyAll } = aCrew(2, { onGone: async ({ number }) => void gone.push(number) })
  const started = crew.start()
  await readyAll()
  await started
  refuseForks(2)
  forked[0]!.end('SIGKILL')
  await jest.advanceTimersByTimeAsync(100)
  await jest.advanceTimersByTimeAsync(200)
  expect(forked).toHaveLength(2)
  await jest.advanceTimersByTimeAsync(400)
  expect(forked).toHaveLength(3)
  expect(gone).toEqual([1, 1, 1])
  expect(logged.map(({ reason }) => reason)).toEqual(['SIGKILL', 'spawn ENOMEM', 'spawn ENOMEM'])
})

test('a start for which the system has no process is refused, and the others end', async () => {
  const { crew, forked } = aCrew(2)
  refuseForks(1)
  await expect(crew.start()).rejects.toThrow('spawn ENOMEM')
  expect(forked.map(({ isKilled }) => isKilled)).toEqual([true])
})

test('what a worker left is put in order before its successor starts', async () => {
  let isInOrder: () => void = () => {}
  const { crew, forked, readyAll } = aCrew(1, {
    onGone: () =>
      new Promise((resolve) => {
        isInOrder = resolve
      }),
  })
  const started = crew.start()
  await readyAll()
  await started
  forked[0]!.end('SIGKILL')
  await jest.advanceTimersByTimeAsync(60_000)
  expect(forked).toHaveLength(1)
  isInOrder()
  await jest.advanceTimersByTimeAsync(100)
  expect(forked).toHaveLength(2)
})

test.each([
  ['before', 0],
  ['after', 60],
])(
  'one that dies as others start is replaced once, when its remains are settled %s these are ready',
  async (_, settleMs) => {
    const onGone = () => new Promise<void>((resolve) => void setTimeout(resolve, settleMs))
    const { crew, forked, settle } = aCrew(2, { onGone })
    const started = crew.start()
    forked[0]!.answers.ready('http://x')
    await settle()
    forked[0]!.end('SIGKILL')
    await jest.advanceTimersByTimeAsync(10)
    forked[1]!.answers.ready('http://x')
    await started
    await jest.advanceTimersByTimeAsync(1_000)
    expect(forked).toHaveLength(3)
    forked[2]!.answers.ready('http://x')
    const stopped = crew.stop(1_000)
    expect(forked.slice(1).map(({ told }) => told)).toEqual([['drain'], ['drain']])
    for (const { end } of forked) end('exit status 0')
    await jest.advanceTimersByTimeAsync(100)
    await stopped
  },
)

test('at the end a successor that is not ready is killed: it would serve again, and not hear that it should end', async () => {
  const { crew, forked, readyAll } = aCrew(2)
  const started = crew.start()
  await readyAll()
  await started
  forked[0]!.end('SIGKILL')
  await jest.advanceTimersByTimeAsync(100)
  const stopped = crew.stop(1_000)
  expect(forked.map(({ told, isKilled }) => [told, isKilled])).toEqual([
    [[], false],
    [['drain'], false],
    [[], true],
  ])
  forked[1]!.end('exit status 0')
  await stopped
})

test('at the end all workers drain, none is replaced, and one that stays too long is killed', async () => {
  const { crew, forked, logged, readyAll } = aCrew(2)
  const started = crew.start()
  await readyAll()
  await started
  const stopped = crew.stop(1_000)
  expect(forked.map(({ told }) => told)).toEqual([['drain'], ['drain']])
  forked[0]!.end('exit status 0')
  await jest.advanceTimersByTimeAsync(999)
  expect(forked[1]!.isKilled).toBe(false)
  await jest.advanceTimersByTimeAsync(1)
  await stopped
  expect(forked.map(({ isKilled }) => isKilled)).toEqual([false, true])
  expect(forked).toHaveLength(2)
  expect(pausesOf(logged)).toEqual([])
})
