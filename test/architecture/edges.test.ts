import { filesBelow, readSource } from '../support/source-files.js'
import { ofTollgate, sources } from './sources.js'

/** Files that may use the clock, random numbers, the process and the network directly. */
const EDGES = [
  /^src\/runtime\/system-ports\.ts$/,
  /^src\/main\.ts$/,
  /^src\/server\/cluster\/worker-main\.ts$/,
  /^src\/cli\//,
  /^src\/web\//,
  // The client runs in the process of the program that uses it. The others are separate programs.
  /^src\/tools\/(client\/runtime|demo|mock|conform|record)\//,
]
/** Folders or files that may import a package, for packages that several files may import. */
const SHARED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // Every file about a table uses Kysely. SQLite's driver opens connections, and files with
  // handwritten SQL use its type.
  kysely: ['src/server/storage/'],
  libsql: ['src/server/storage/'],
  pg: ['src/server/storage/postgres/'],
  // The code that runs in browsers is bundled with these packages.
  preact: ['src/web/dashboard/browser/'],
  '@preact/signals': ['src/web/dashboard/browser/'],
  // Metrics of one process, and sums of the metrics of several.
  'prom-client': ['src/server/telemetry/'],
  // Not on the request path: the configuration's schema, the admin API's document, and contracts
  // when they are read.
  ajv: ['src/server/config/schema.ts', 'src/server/admin/params-check.ts', 'src/contract/', 'src/tools/mock/faults.ts'],
  // The configuration, and files that tests of applications give to the mock.
  yaml: ['src/server/config/yaml-source.ts', 'src/tools/mock/'],
  // Values made from schemas, for mocks and tests of endpoints.
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

const isEdge = (path: string) => EDGES.some((edge) => edge.test(path))

describe('the architecture', () => {
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

  test('generated code imports nothing of ours', () => {
    for (const path of filesBelow('generated').filter((file) => !file.includes('/client/'))) {
      for (const { specifier } of readSource(path).imports)
        expect([path, specifier]).toEqual([path, expect.stringMatching(/^(\.\/|ajv)/)])
    }
  })
})
