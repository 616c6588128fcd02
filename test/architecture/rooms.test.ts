import { MAY_IMPORT, roomOf, STOREYS } from './rooms.js'
import { isRelative, sources, targetOf } from './sources.js'

/** The HTTP engines are known to these alone. */
const HTTP_USERS = /^src\/(wire\/http|server\/listeners|server\/upstreams\/transport)\//

describe('the architecture', () => {
  test('has no room that the import table does not know', () => {
    const rooms = new Set(sources.map(({ path }) => roomOf(path)))
    expect([...rooms].filter((room) => !(room in MAY_IMPORT))).toEqual([])
  })

  test('lets each room import only the rooms that the table names', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(isRelative)
        .map((found) => targetOf(path, found))
        .filter((target) => roomOf(target) !== roomOf(path) && !MAY_IMPORT[roomOf(path)]!.includes(roomOf(target)))
        .map((target) => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('lets no storey import one above it', () => {
    const rankOf = (room: string): number => STOREYS.indexOf(room.split('/')[0]!)
    const upwards = Object.entries(MAY_IMPORT).flatMap(([room, targets]) =>
      targets
        .filter((target) => rankOf(room) >= 0 && rankOf(target) > rankOf(room))
        .map((target) => `${room} → ${target}`),
    )
    expect(upwards).toEqual([])
    const ofServer = Object.entries(MAY_IMPORT).filter(([room]) => room.startsWith('server/'))
    expect(ofServer.flatMap(([, targets]) => targets).filter((target) => /^(tools|web|cli)/.test(target))).toEqual([])
  })

  test('grants no permission that no file uses', () => {
    const used = new Set(
      sources.flatMap(({ path, imports }) =>
        imports.filter(isRelative).map((found) => `${roomOf(path)} → ${roomOf(targetOf(path, found))}`),
      ),
    )
    const granted = Object.entries(MAY_IMPORT).flatMap(([room, targets]) =>
      targets.map((target) => `${room} → ${target}`),
    )
    expect(granted.filter((permission) => !used.has(permission))).toEqual([])
  })

  test('lets only the listeners and the transports to upstreams import the HTTP engines, and no file of src scripts or tests', () => {
    const imports = sources.flatMap(({ path, imports: found }) =>
      found.filter(isRelative).map((one) => [path, targetOf(path, one)] as const),
    )
    expect(imports.filter(([path, target]) => roomOf(target) === 'wire/http' && !HTTP_USERS.test(path))).toEqual([])
    expect(imports.filter(([, target]) => !/^(src|generated)\/|^package\.json$/.test(target))).toEqual([])
  })

  test('has no circle of imports, but of types in one folder', () => {
    const next = new Map(
      sources.map(({ path, imports }) => [
        path,
        imports
          .filter(isRelative)
          .filter(({ isTypeOnly, specifier }) => !isTypeOnly || !/^\.\/[^/]+$/.test(specifier))
          .map((found) => targetOf(path, found)),
      ]),
    )
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) return void circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
      if (done.has(path)) return
      for (const target of next.get(path) ?? []) walk(target, [...way, path])
      done.add(path)
    }
    for (const path of next.keys()) walk(path, [])
    expect(circles).toEqual([])
  })
})
