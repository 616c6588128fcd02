/**
 * Makes of dist the program that the tests of processes start some three hundred times: the same
 * modules with the packages that they import in a few files. That halves the CPU time of a start,
 * most of which Node takes to find and to read a thousand files.
 *
 * The program that is shipped, dist as it is, is started by test/e2e/serve.test.ts and by the tests
 * of the package.
 */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const DIST = resolve('dist')
/** In a folder of node_modules, so that packages which are required by name are found. */
const FOLDER = join('node_modules', '.cache', 'tollgate')
/** In both folders: a hash of the sources that dist is made from. */
const STAMP = 'sources.sha256'
/** Programs that others start by their file name, from the same folder. */
const STARTED = {
  main: 'main',
  'worker-main': 'server/cluster/worker-main',
  'reading-thread': 'server/config/reading-thread',
}
const STARTING = ['server/cluster/worker-process.js', 'server/config/read-in-thread.js'].map((path) =>
  join(DIST, 'src', path),
)

const read = (folder) => (existsSync(join(folder, STAMP)) ? readFileSync(join(folder, STAMP), 'utf8') : undefined)

/** Lets modules find the files beside them in dist, where they are no longer. */
const ownPlaces = {
  name: 'own places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(DIST) || STARTING.includes(path)) return undefined
      const url = JSON.stringify(pathToFileURL(path).href)
      return { loader: 'js', contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url) }
    })
  },
}

if (read(FOLDER) !== read('dist')) {
  rmSync(FOLDER, { recursive: true, force: true })
  await build({
    entryPoints: Object.entries(STARTED).map(([out, path]) => ({ in: join(DIST, 'src', `${path}.js`), out })),
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Machine code.
    external: ['libsql', 'pg-native'],
    plugins: [ownPlaces],
    // CommonJS packages require Node's modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  })
  // The last, so that what was interrupted is done again.
  copyFileSync(join('dist', STAMP), join(FOLDER, STAMP))
}
