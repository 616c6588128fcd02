import { type Calls, Channel, type MessagePipe } from '../../../src/server/cluster/ipc.js'

const { jest } = import.meta

// No time limit of an answer ends but in the test of it.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }))
afterEach(() => void jest.useRealTimers())

/** Two ends of a pipe that copies as processes do; `cut` is when the other side is gone. */
const aPipe = () => {
  const listeners: ((message: unknown) => void)[] = []
  let isCut = false
  const end = (mine: number): MessagePipe => ({
    send: (message) => {
      const copy = structuredClone(message)
      if (!isCut) setImmediate(() => listeners[1 - mine]?.(copy))
      return !isCut
    },
    onMessage: (listen) => {
      listeners[mine] = listen
    },
  })
  return { ends: [end(0), end(1)] as const, cut: () => (isCut = true) }
}

type Greeter = {
  greet(name: string): string
  fail(): void
  never(): Promise<void>
  sizeOf(map: Map<string, number>): number
}

const greeter: Greeter = {
  greet: (name) => `Hello ${name}`,
  fail: () => {
    throw Object.assign(new Error('not today'), { code: 'SQLITE_BUSY' })
  },
  never: () => new Promise(() => {}),
  sizeOf: (map) => map.size,
}
const nobody: Calls = {}
const noBug = (bug: unknown): void => {
  throw bug
}

test('an answer reaches its asker, and an error keeps its message and its code', async () => {
  const { ends } = aPipe()
  new Channel(ends[0], greeter, noBug)
  const channel = new Channel<Greeter>(ends[1], nobody, noBug)
  const names = ['Ann', 'Bob', 'Eve']
  expect(await Promise.all(names.map((name) => channel.ask('greet', name)))).toEqual(
    names.map((name) => `Hello ${name}`),
  )
  expect(await channel.ask('sizeOf', new Map([['a', 1]]))).toBe(1)
  await expect(channel.ask('fail')).rejects.toMatchObject({ message: 'not today', code: 'SQLITE_BUSY' })
})

test('what is not in the table cannot be called', async () => {
  const { ends } = aPipe()
  new Channel(ends[0], greeter, noBug)
  const channel = new Channel<Calls>(ends[1], nobody, noBug)
  for (const name of ['shout', 'toString', '__proto__']) {
    await expect(channel.ask(name)).rejects.toThrow(`there is no call ${name}`)
  }
})

test('a process that does not answer in time, or is gone, is an error', async () => {
  const { ends, cut } = aPipe()
  new Channel(ends[0], greeter, noBug)
  const channel = new Channel<Greeter>(ends[1], nobody, noBug, 30)
  const late = channel.ask('never')
  jest.advanceTimersByTime(30)
  await expect(late).rejects.toThrow('no answer to never in 30 ms')
  const open = channel.ask('never')
  channel.close()
  await expect(open).rejects.toThrow('the other process is gone')
  cut()
  await expect(channel.ask('greet', 'Ann')).rejects.toThrow('the other process is gone')
})

test('questions without an answer are bounded', async () => {
  const { ends } = aPipe()
  new Channel(ends[0], greeter, noBug)
  const channel = new Channel<Greeter>(ends[1], nobody, noBug)
  const asked = Array.from({ length: 10_001 }, () => channel.ask('never'))
  await expect(asked.pop()).rejects.toThrow('too slow')
  const all = Promise.allSettled(asked)
  channel.close()
  expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
})

test('what is thrown where no answer is wanted is heard of here, and ends no process', async () => {
  const { ends } = aPipe()
  const bugs: unknown[] = []
  new Channel(ends[0], greeter, (bug) => bugs.push(bug))
  const channel = new Channel<Greeter>(ends[1], nobody, noBug)
  channel.notify('fail')
  expect(await channel.ask('greet', 'Ann')).toBe('Hello Ann')
  expect(bugs).toEqual([new Error('not today')])
})
