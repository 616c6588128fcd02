import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Something that a test starts, with its end; the items of a list end at the same time. */
type Ending = { stop(): unknown } | { close(): unknown } | { remove(): unknown }
type Startable = Ending | readonly Ending[]

/** Everything that runs. `started` registers an end for each start; the last one ends first. */
const running: { value?: Startable }[] = []

const begin = async <T extends Startable>(start: () => T | Promise<T>): Promise<T> => {
  // Pushed before the start: an end is registered for a start that fails, too.
  const place: { value?: Startable } = {}
  running.push(place)
  const value = await start()
  place.value = value
  return value
}

const endOne = (value: Partial<Record<'stop' | 'close' | 'remove', () => unknown>>): unknown => {
  if (value.stop) return value.stop()
  return value.close ? value.close() : value.remove?.()
}
const end = async (): Promise<void> => {
  const value = running.pop()?.value ?? []
  await Promise.all((Array.isArray(value) ? value : [value]).map(endOne))
}

/** Returns a proxy of the object that `find` returns at each use. */
const standIn = <T extends object>(find: () => T): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      const member: unknown = Reflect.get(find(), name)
      return typeof member === 'function' ? member.bind(find()) : member
    },
    set: (_, name, value) => Reflect.set(find(), name, value),
    has: (_, name) => Reflect.has(find(), name),
    ownKeys: () => Reflect.ownKeys(find()),
    getOwnPropertyDescriptor: (_, name) => {
      const own = Reflect.getOwnPropertyDescriptor(find(), name)
      return own && { ...own, configurable: true }
    },
  })

const startedBy =
  (before: typeof beforeAll, after: typeof afterAll) =>
  <T extends Startable>(start: () => T | Promise<T>, timeoutMs?: number): T => {
    let current: T | undefined
    before(async () => {
      current = undefined
      current = await begin(start)
    }, timeoutMs)
    after(end, timeoutMs)
    return standIn(() => {
      if (current === undefined) throw new Error('it is used before its start')
      return current
    })
  }

/**
 * Starts something before the tests of this file or block, and ends it after them: the last one
 * first.
 */
export const started = startedBy(beforeAll, afterAll)

/** Starts something before each test, and ends it after the test. */
export const startedEach = startedBy(beforeEach, afterEach)

/** Makes a folder now, and removes it after the tests of this file or block. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'))
  beforeAll(() => void running.push({ value: { remove: () => rmSync(folder, { recursive: true, force: true }) } }))
  afterAll(end)
  return folder
}
