/**
 * Compiles src and generated, and makes dist of them: the program and what runs in browsers as
 * bundles, the files that the program reads, and the validators of the shipped contracts. It is
 * plain JavaScript because it runs inside `npm ci`, before anything is compiled.
 *
 * A gateway may be running from dist. The compiler therefore writes to another folder, and this
 * script renames the changed files into place, so that no file is ever missing or half written.
 * When the compiler finds a mistake, dist stays as it was.
 *
 * `--if-stale`, for `npm ci` and `npm start`: compiles only when dist was not made from these
 * sources, and leaves everything alone where there is nothing to compile (an installed package) or
 * nothing to compile it with (`npm ci --omit=dev`).
 *
 * `--exact`, for packing: leaves no bundle of an earlier build, which a gateway may still import.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { putInPlace } from './put-in-place.mjs'

const PROJECT = 'tsconfig.build.json'
/** The folders that dist is made from, besides the files listed here. */
const SOURCES = ['src', 'generated']
/** A separate package, not part of the gateway. */
const CLIENT = join('generated', 'client')
/** In dist: what is neither compiled nor copied; `#built/` in package.json. */
const BUILT = 'built'
/** In dist: makes the validators of the shipped contracts. */
const VALIDATORS_MAKER = join('src', 'contract', 'operator', 'shipped-validators-text.js')
/** A gateway that has run longer than this from a replaced build may miss a bundle. */
const KEPT_MS = 7 * 24 * 3_600_000
/** In dist: a hash of everything it was made from. */
const STAMP = 'sources.sha256'

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))

const hashSources = () => {
  const hash = createHash('sha256')
  const settings = [PROJECT, 'tsconfig.json', 'package.json', 'package-lock.json', 'openrpc.json'].filter((path) =>
    existsSync(path),
  )
  const sources = SOURCES.filter((folder) => existsSync(folder)).flatMap(filesBelow)
  // This script and those that it imports are among them.
  const scripts = existsSync('scripts') ? readdirSync('scripts').filter((name) => name.endsWith('.mjs')) : []
  const paths = [...settings, ...sources, ...scripts.map((name) => join('scripts', name))]
  for (const path of paths.sort()) hash.update(`${path}\n`).update(readFileSync(path)).update('\n')
  return `${hash.digest('hex')}\n`
}

/**
 * TypeScript's compiler in machine code as it is installed for this folder, which may be another
 * than this script's; undefined when it is not.
 */
const findCompiler = () => {
  try {
    const { resolve } = createRequire(pathToFileURL(join(process.cwd(), 'package.json')))
    return join(dirname(resolve('typescript-native/package.json')), 'bin', 'tsc')
  } catch {
    return undefined
  }
}

const isFresh = (stamp) => existsSync(`dist/${STAMP}`) && readFileSync(`dist/${STAMP}`, 'utf8') === stamp

/** Adds the validators of the shipped contracts, and what runs in browsers. */
const addBuilt = async (folder) => {
  const built = join(folder, BUILT)
  mkdirSync(built)
  if (existsSync(join(folder, VALIDATORS_MAKER))) {
    const { shippedValidatorsText } = await import(pathToFileURL(resolve(folder, VALIDATORS_MAKER)).href)
    writeFileSync(join(built, 'shipped-validators.cjs'), shippedValidatorsText())
  }
  if (existsSync(join('src', 'web'))) {
    const { bundleWeb } = await import('./bundle-web.mjs')
    await bundleWeb(built)
  }
}

/** Exit status of the build. */
const build = async (compiler, stamp, isExact) => {
  // On the same file system as dist, or nothing could be renamed.
  mkdirSync('.tmp', { recursive: true })
  const folder = mkdtempSync(join('.tmp', 'build-'))
  try {
    const args = [compiler, '-p', PROJECT, '--outDir', folder, '--checkers', '1']
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0) return status ?? 1
    for (const path of SOURCES.filter((one) => existsSync(one)).flatMap(filesBelow))
      if (/\.(json|cjs|md|template)$/.test(path) && !path.startsWith(CLIENT)) cpSync(path, join(folder, path))
    // Sources that `tollgate client` copies beside the generated ones. They are not compiled here.
    const python = join('generated', 'client-python')
    const parts = [join(CLIENT, 'src', 'core'), join(CLIENT, 'LICENSE'), join(python, 'LICENSE')]
    parts.push(join(python, 'src', 'tollgate_client', 'core'))
    const isSource = (path) => !path.includes('__pycache__')
    for (const path of parts)
      if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true, filter: isSource })
    // The gateway reads openrpc.json with the first document of an operator, which may borrow from
    // it.
    cpSync('openrpc.json', join(folder, 'openrpc.json'))
    await addBuilt(folder)
    const { bundleProgram } = await import('./bundle-program.mjs')
    await bundleProgram(folder)
    chmodSync(join(folder, 'src', 'main.js'), 0o755)
    writeFileSync(join(folder, STAMP), stamp)
    // The stamp last, so that a build that is interrupted is done again.
    putInPlace(folder, 'dist', STAMP, isExact ? 0 : KEPT_MS)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const main = async () => {
  const isOnlyIfStale = process.argv.includes('--if-stale')
  if (isOnlyIfStale && !existsSync(PROJECT)) return 0
  const stamp = hashSources()
  if (isOnlyIfStale && isFresh(stamp)) return 0
  const compiler = findCompiler()
  if (compiler !== undefined) return build(compiler, stamp, process.argv.includes('--exact'))
  if (!isOnlyIfStale) {
    console.error('The compiler is not installed: run `npm ci` first.')
    return 1
  }
  if (!existsSync('dist/src/main.js')) {
    console.error('Not built, for the compiler is a development dependency. To run from these sources without those:')
    console.error('  npm ci && npm prune --omit=dev        or copy dist here from where it was built')
  }
  return 0
}

process.exitCode = await main()
