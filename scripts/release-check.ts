/**
 * Checks the package as its users get it: packs it twice (the same bytes), looks through its
 * contents, installs it without development dependencies in an empty folder, and looks there at
 * size, licences (from npm's own bill of materials) and what publint says; attw looks at the types
 * of the generated client, which is a separate package. The version must be the same everywhere,
 * and docs/install.md must state the size. Needs the npm registry.
 *
 * --write       writes the measured size into docs/install.md
 * --out FOLDER  keeps the tarball and the bill of materials (CycloneDX) there
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { foreignFiles, otherSize, otherVersions, type SbomComponent, unlicensed, withSize } from './release/rules.js'

const MAX_INSTALLED_BYTES = 65e6

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Packs a folder; the tarball's path. */
const pack = (from: string, to: string): string => {
  mkdirSync(to, { recursive: true })
  npm(from, 'pack', '--silent', '--pack-destination', to)
  return join(to, readdirSync(to).find((name) => name.endsWith('.tgz'))!)
}

/** Makes the tarball that users install; its path. */
const packProgram = (to: string): string =>
  npm('.', 'run', '--silent', 'package', '--', '--pack-destination', to).trim()

const textOf = (path: string): string => readFileSync(path, 'utf8')

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0)

const lint = async (folder: string): Promise<string[]> => {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: false })
  return messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/** The mistakes that attw finds in the client's types. */
const checkClient = async (work: string): Promise<string[]> => {
  const folder = join(work, 'client')
  cpSync('generated/client', folder, { recursive: true, filter: (path) => !/node_modules|dist/.test(path) })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const tarball = pack(folder, join(work, 'client-packed'))
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  if (!result.types) return ['the client has no types']
  return result.problems.map(({ kind }) => `the client: ${kind}`)
}

const INSTALL_PAGE = 'docs/install.md'

const check = async (work: string, out: string | undefined, isWriting: boolean): Promise<string[]> => {
  const [first, second] = [packProgram(join(work, 'one')), packProgram(join(work, 'two'))]
  const folder = join(work, 'installed')
  mkdirSync(folder)
  // npm names the root of its bill of materials by this.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'installed', version: '0.0.0', private: true }))
  npm(folder, 'install', first, '--omit=dev')
  const sbom = npm(folder, 'sbom', '--omit=dev', '--sbom-format=cyclonedx')
  const { components } = JSON.parse(sbom) as { components: SbomComponent[] }
  const installed = join(folder, 'node_modules', 'tollgate')
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
  const bytes = bytesBelow(join(folder, 'node_modules'))
  console.log(`${components.length} packages, ${(bytes / 1e6).toFixed(1)} MB installed, sha256 ${sha256(first)}`)
  if (isWriting) writeFileSync(INSTALL_PAGE, withSize(textOf(INSTALL_PAGE), bytes, components.length))
  if (out !== undefined) {
    mkdirSync(out, { recursive: true })
    copyFileSync(first, join(out, first.split('/').at(-1)!))
    writeFileSync(join(out, 'sbom.cdx.json'), sbom)
  }
  const { version } = JSON.parse(textOf('package.json')) as { version: string }
  return [
    ...otherVersions(version, textOf),
    ...otherSize(textOf(INSTALL_PAGE), bytes, components.length),
    ...(sha256(first) === sha256(second) ? [] : ['packed twice, the bytes differ']),
    ...(bytes < MAX_INSTALLED_BYTES ? [] : [`${bytes} bytes installed, more than ${MAX_INSTALLED_BYTES}`]),
    ...foreignFiles(files).map((path) => `does not belong into the package: ${path}`),
    ...unlicensed(components).map((one) => `licence not on the list: ${one}`),
    ...(await lint(installed)),
    ...(await checkClient(work)),
  ]
}

const main = async (): Promise<number> => {
  const { out, write = false } = parseArgs({ options: { out: { type: 'string' }, write: { type: 'boolean' } } }).values
  const work = mkdtempSync(join(tmpdir(), 'tollgate-release-'))
  try {
    const problems = await check(work, out, write)
    for (const problem of problems) console.error(problem)
    if (problems.length === 0) console.log('ready to be released')
    return problems.length === 0 ? 0 : 1
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

process.exitCode = await main()
