/**
 * `npm run package`: builds, and makes the tarball that users install. npm packs the repository,
 * and packs the result again without what only the repository needs: a package's scripts could not
 * run where it is installed.
 *
 * --pack-destination FOLDER  where the tarball goes; default: here
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { REPOSITORY_KEYS } from './release/rules.js'

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })

const pack = (from: string, to: string) => npm(from, 'pack', '--silent', '--ignore-scripts', '--pack-destination', to)

/** Makes the tarball; its path. */
const makePackage = (destination: string): string => {
  const root = resolve(import.meta.dirname, '..')
  const work = mkdtempSync(join(tmpdir(), 'tollgate-package-'))
  try {
    execFileSync(process.execPath, ['scripts/build.mjs', '--exact'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    pack(root, work)
    const [tarball] = readdirSync(work)
    execFileSync('tar', ['-xf', tarball!], { cwd: work })
    const folder = join(work, 'package')
    npm(folder, 'pkg', 'delete', ...REPOSITORY_KEYS)
    mkdirSync(destination, { recursive: true })
    pack(folder, destination)
    return join(destination, tarball!)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const { values } = parseArgs({ options: { 'pack-destination': { type: 'string', default: '.' } } })
console.log(makePackage(resolve(values['pack-destination'])))
