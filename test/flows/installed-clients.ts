import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A copy of test/flows/installed, with its packages. */
export interface InstalledClients {
  readonly folder: string
  remove(): void
}

/**
 * Installs the clients that are too large for the repository's own packages, some 300 MB, in a
 * temporary folder.
 *
 * Errors  npm does not have them, or cannot be reached; with what npm says
 */
export const installClients = async (): Promise<InstalledClients> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-installed-clients-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  cpSync(join('test', 'flows', 'installed'), folder, { recursive: true })
  const { NODE_OPTIONS: _, ...env } = process.env
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  try {
    await promisify(execFile)('npm', args, { cwd: folder, env })
    return { folder, remove }
  } catch (error) {
    remove()
    throw new Error(`the clients cannot be had from npm, so they were not tried: ${(error as Error).message}`)
  }
}
