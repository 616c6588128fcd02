import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { filesBelow, type Import, ROOT, readSource } from './support/source-files.js'

/**
 * Each room, and the rooms that it may import besides itself. A permission that no file uses is an
 * error.
 *
 * A room is a folder of `server`, `wire`, `tools` or `web`, or another folder of `src`
 * (CONTRIBUTING.md, "Layout").
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  generated: [],
  runtime: [],
  'wire/json': [],
  'wire/jsonrpc': ['wire/json', 'generated'],
  'wire/http': ['wire/jsonrpc', 'runtime', 'generated'],
  'wire/transactions': ['runtime'],
  'wire/websocket': [],
  contract: ['runtime', 'generated'],
  'server/accounts': ['runtime'],
  'server/networks': ['server/accounts', 'runtime', 'generated'],
  'server/docs': ['server/listeners', 'server/networks', 'contract', 'runtime', 'generated'],
  'server/credits': ['server/accounts', 'runtime'],
  'server/upstreams': [
    'server/networks',
    'server/accounts',
    'wire/http',
    'wire/websocket',
    'wire/jsonrpc',
    'wire/json',
    'runtime',
    'generated',
  ],
  'server/config': ['server/accounts', 'contract', 'runtime', 'generated'],
  'server/answers': ['server/networks', 'contract', 'wire/jsonrpc', 'runtime', 'generated'],
  'server/pipeline': [
    'server/answers',
    'server/upstreams',
    'server/credits',
    'server/networks',
    'server/accounts',
    'contract',
    'wire/transactions',
    'wire/jsonrpc',
    'wire/json',
    'runtime',
    'generated',
  ],
  'server/subscriptions': [
    'server/pipeline',
    'server/upstreams',
    'server/networks',
    'server/accounts',
    'wire/jsonrpc',
    'wire/json',
    'runtime',
    'server/credits',
  ],
  'server/admin': [
    'server/config',
    'server/upstreams',
    'server/credits',
    'server/accounts',
    'contract',
    'runtime',
    'generated',
  ],
  'server/telemetry': ['server/pipeline', 'server/config', 'server/credits', 'runtime'],
  'server/listeners': [
    'server/dashboard',
    'server/telemetry',
    'server/admin',
    'server/subscriptions',
    'server/pipeline',
    'server/config',
    'server/upstreams',
    'server/credits',
    'server/networks',
    'server/accounts',
    'contract',
    'wire/http',
    'wire/websocket',
    'wire/jsonrpc',
    'runtime',
  ],
  'server/dashboard': [
    'server/listeners',
    'server/telemetry',
    'server/docs',
    'server/admin',
    'server/config',
    'server/upstreams',
    'server/credits',
    'server/accounts',
    'contract',
    'runtime',
  ],
  'server/storage': ['server/credits', 'server/accounts', 'runtime'],
  'server/gateway': [
    'server/storage',
    'server/dashboard',
    'server/docs',
    'server/listeners',
    'server/telemetry',
    'server/admin',
    'server/subscriptions',
    'server/pipeline',
    'server/answers',
    'server/config',
    'server/upstreams',
    'server/credits',
    'server/networks',
    'server/accounts',
    'contract',
    'wire/jsonrpc',
    'runtime',
    'generated',
  ],
  'server/cluster': [
    'server/gateway',
    'server/storage',
    'server/telemetry',
    'server/config',
    'server/upstreams',
    'server/credits',
    'server/accounts',
    'runtime',
  ],
  'tools/client': ['contract', 'runtime', 'generated'],
  'tools/conform': ['contract', 'wire/jsonrpc', 'runtime', 'generated'],
  // The demo and the mock start a gateway.
  'tools/demo': ['server/gateway', 'server/telemetry', 'server/config', 'server/accounts', 'runtime', 'generated'],
  'tools/diff': ['contract', 'runtime'],
  'tools/import': ['contract', 'runtime'],
  'tools/mock': [
    'tools/demo',
    'tools/record',
    'server/config',
    'contract',
    'wire/transactions',
    'wire/jsonrpc',
    'runtime',
    'generated',
  ],
  'tools/record': ['runtime'],
  'web/dashboard': ['generated'],
  'web/docs': ['generated'],
  cli: [
    'tools/client',
    'tools/conform',
    'tools/demo',
    'tools/diff',
    'tools/import',
    'tools/mock',
    'tools/record',
    'server/cluster',
    'server/gateway',
    'server/storage',
    'server/telemetry',
    'server/admin',
    'server/pipeline',
    'server/config',
    'server/upstreams',
    'server/credits',
    'server/accounts',
    'contract',
    'runtime',
  ],
  main: ['cli'],
}
/** The storeys from the bottom up: none imports one above it. `tools` stand beside the server. */
const STOREYS = ['generated', 'runtime', 'wire', 'contract', 'server', 'tools', 'cli', 'main']
/** Folders of src whose folders are rooms of their own. */
const STOREYS_WITH_ROOMS = ['server', 'wire', 'tools', 'web']
/** The HTTP engines are known to these alone. */
const HTTP_USERS = /^src\/(wire\/http|server\/listeners|server\/upstreams\/transport)\//
/** How many files may stand side by side in a folder. */
const MAX_FILES = 20
/** Files that may use the clock, chance, the process and the network by themselves. */
const EDGES = [
  /^src\/runtime\/system-ports\.ts$/,
  /^src\/main\.ts$/,
  /^src\/server\/cluster\/worker-main\.ts$/,
  /^src\/cli\//,
  /^src\/web\//,
  // The client runs in its caller's process; the others are programs of their own.
  /^src\/tools\/(client\/runtime|demo|mock|conform|record)\//,
]
/** Packages whose one home is a family of files, and why. */
const SHARED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // The table's types are Kysely's, file by file; SQLite's driver opens connections and lends its
  // type to who writes by hand.
  kysely: ['src/server/storage/'],
  libsql: ['src/server/storage/'],
  pg: ['src/server/storage/postgres/'],
  // What runs in a browser is bundled from them.
  preact: ['src/web/dashboard/browser/'],
  '@preact/signals': ['src/web/dashboard/browser/'],
  // One process's metrics, and those of several added up.
  'prom-client': ['src/server/telemetry/'],
  // Not on the request path: the configuration's schema, the admin API's document, and contracts
  // when they are read.
  ajv: ['src/server/config/schema.ts', 'src/server/admin/params-check.ts', 'src/contract/', 'src/tools/mock/faults.ts'],
  // The configuration, and what tests of applications bring.
  yaml: ['src/server/config/yaml-source.ts', 'src/tools/mock/'],
  // Values made of schemas, for mocks and tests of endpoints.
  'fast-check': ['src/contract/values/', 'src/tools/conform/checks/methods.ts'],
  // WebSockets of callers, of nodes, and of tools beside the server.
  ws: [
    'src/tools/conform/endpoint.ts',
    'src/tools/conform/event-socket.ts',
    'src/tools/record/read-messages.ts',
    'src/tools/mock/node-socket.ts',
    'src/server/listeners/websocket/websocket.ts',
    'src/server/upstreams/transport/socket-connection.ts',
  ],
}
const MAX_LINES = 250
/** Longer than they should be, with the reason; to be kept short. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'src/wire/json/answer-scanner.ts': 'one state machine, byte by byte; its states do not come apart',
}

const sources = filesBelow('src').map(readSource)
/** The client's run-time code is a package of its own, with names and imports of its own. */
const ofTollgate = sources.filter(({ path }) => !path.startsWith('src/tools/client/runtime/'))
const isRelative = ({ specifier }: Import) => specifier.startsWith('.')
const targetOf = (path: string, { specifier }: Import) => {
  const target = relative(ROOT, resolve(ROOT, dirname(path), specifier))
  const source = ['.ts', '.tsx'].map((ending) => target.replace(/\.js$/, ending))
  return source.find((one) => existsSync(join(ROOT, one))) ?? target
}
/** The room of a file; the first segment of a path outside `src`. */
const roomOf = (path: string): string => {
  const [first, storey, room, ...rest] = path.replace(/\.tsx?$/, '').split('/')
  if (first !== 'src') return first!
  return STOREYS_WITH_ROOMS.includes(storey!) && rest.length > 0 ? `${storey}/${room}` : storey!
}
const isEdge = (path: string) => EDGES.some((edge) => edge.test(path))

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

  test('has stages and methods make only errors that they declare, so that the lists of the contract can be held against them', () => {
    const undeclared = filesBelow('src/server/pipeline').filter((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return /import \{[^}]*\bfail\b[^}]*\} from '[./]+jsonrpc\/reply/.test(text) || text.includes('new ErrorCache')
    })
    expect(undeclared).toEqual([])
  })

  test('keeps folders small', () => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([])
  })

  test('has a test for each stage, named as the stage', () => {
    const namesIn = (folder: string, ending: string) =>
      filesBelow(folder)
        .filter((path) => path.endsWith(ending))
        .map((path) => path.slice(folder.length + 1, -ending.length))
    const tested = namesIn('test/server/pipeline/stages', '.test.ts')
    const stages = namesIn('src/server/pipeline/stages', '.ts')
    expect(stages.length).toBeGreaterThan(10)
    expect(stages.filter((name) => !tested.includes(name))).toEqual([])
  })

  test('declares no type name twice', () => {
    const homes = new Map<string, string[]>()
    for (const { path, tree } of ofTollgate)
      for (const node of tree.statements)
        if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
          homes.set(node.name!.text, [...(homes.get(node.name!.text) ?? []), path])
    expect([...homes].filter(([, paths]) => paths.length > 1)).toEqual([])
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

  test('imports each package in one file', () => {
    const users = new Map<string, Set<string>>()
    for (const { path, imports } of ofTollgate.filter((source) => !/^src\/(cli|tools\/demo)\//.test(source.path))) {
      for (const { specifier, isTypeOnly } of imports) {
        if (specifier.startsWith('.') || specifier.startsWith('node:') || isTypeOnly) continue
        const name = specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/')
        users.set(name, (users.get(name) ?? new Set()).add(path))
      }
    }
    expect(users.size).toBeGreaterThan(5)
    for (const [name, paths] of users) {
      const homes = SHARED_PACKAGES[name]
      const strangers =
        homes === undefined
          ? [...paths].slice(1)
          : [...paths].filter((path) => !homes.some((home) => path.startsWith(home)))
      expect([name, strangers]).toEqual([name, []])
    }
  })

  test('takes clock, chance, process and network from the edges', () => {
    const forbidden = /(?<![.\w])(Date\.now|new Date\(\)|Math\.random|performance\.now|process\.|fetch\()/g
    const wrong = sources
      .filter(({ path }) => !isEdge(path))
      .flatMap(({ path, text }) => {
        const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replaceAll(/'[^'\n]*'/g, "''")
        return [...code.matchAll(forbidden)].map(([found]) => `${path}: ${found}`)
      })
    expect(wrong).toEqual([])
    const chance = sources.filter(
      ({ path, text }) => !isEdge(path) && /import \{[^}]*randomBytes[^}]*\} from 'node:crypto'/.test(text),
    )
    // Ids of accounts and keys are made where they are stored.
    expect(chance.map(({ path }) => path)).toEqual([
      'src/server/storage/open.ts',
      'src/server/storage/postgres/open.ts',
    ])
  })

  test('keeps files short, exports named, and has no barrels', () => {
    for (const { path, text, tree } of sources) {
      const lines = text.split('\n').length - 1
      if (!(path in LONG_FILES) && !path.endsWith('-artifact.ts'))
        expect([path, lines > MAX_LINES]).toEqual([path, false])
      const exportsOthers = tree.statements.filter(
        (node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined,
      )
      expect([path, exportsOthers.length]).toEqual([path, 0])
      const defaults = tree.statements.filter(
        (node) =>
          ts.isExportAssignment(node) ||
          (ts.canHaveModifiers(node) &&
            ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)),
      )
      expect([path, defaults.length]).toEqual([path, 0])
      expect(path).not.toMatch(/(utils|helpers|common|manager|impl|index)\b/i)
    }
  })

  test('explains every export that another room imports', () => {
    const imported = new Set<string>()
    for (const { path, tree } of sources)
      for (const node of tree.statements) {
        if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue
        const bindings = node.importClause?.namedBindings
        const specifier = node.moduleSpecifier.text
        if (!specifier.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) continue
        const target = targetOf(path, { specifier, isTypeOnly: false })
        if (roomOf(target) === roomOf(path)) continue
        for (const { propertyName, name } of bindings.elements) imported.add(`${target} ${(propertyName ?? name).text}`)
      }
    const namesOf = (node: ts.Statement): string[] =>
      ts.isVariableStatement(node)
        ? node.declarationList.declarations.map(({ name }) => name.getText())
        : [(node as ts.DeclarationStatement).name?.text ?? '']
    const silent = sources.flatMap(({ path, tree }) =>
      tree.statements
        .filter((node) => ts.getJSDocCommentsAndTags(node).length === 0)
        .flatMap(namesOf)
        .map((name) => `${path} ${name}`)
        .filter((place) => imported.has(place)),
    )
    expect(imported.size).toBeGreaterThan(300)
    expect(silent).toEqual([])
  })

  test('generated code imports nothing of ours', () => {
    for (const path of filesBelow('generated').filter((file) => !file.includes('/client/'))) {
      for (const { specifier } of readSource(path).imports)
        expect([path, specifier]).toEqual([path, expect.stringMatching(/^(\.\/|ajv)/)])
    }
  })
})
