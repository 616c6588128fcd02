/**
 * Writes generated/ from openrpc.json and the configuration's schema, and the generated parts of
 * README.md and docs/ from it, the configuration's schema, the admin API's document, the command
 * line and the table of metrics.
 *
 * A client that would not compile is not written.
 *
 * --check     writes into a temporary folder only, lists what is stale and exits 1 if anything is
 * --root DIR  where openrpc.json, README.md and generated/ are; the current directory unless given
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Contract } from '../src/contract/contract.js'
import { mistakeLine, readContractFile } from '../src/contract/read.js'
import { type WrittenContract, withCommonErrors } from '../src/contract/with-errors.js'
import { emitAdmin } from './generate/emit/admin.js'
import { emitConfig } from './generate/emit/config.js'
import { emitConfigValidator } from './generate/emit/config-validator.js'
import { type GeneratedFile, generatedFiles, writeGenerated } from './generate/files.js'
import { readAdmin, type WrittenAdminDocument } from './generate/lint-admin.js'
import { lintOwn } from './generate/lint-own.js'
import { renewedPages } from './generate/pages.js'
import { remembered } from './generate/remembered.js'

const options = { check: { type: 'boolean', default: false }, root: { type: 'string', default: '.' } } as const

/** Files that a build or an install of a client leaves inside generated/. */
const foreign =
  /^client\/(node_modules|dist|package-lock\.json|commonjs\/.*\.(js|ts)$)|^client-python\/(dist|build|\.venv|(.*\/)?(__pycache__|\.mypy_cache|\.pytest_cache|[^/]*\.egg-info))\//

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((name) => !foreign.test(name))
    : []

const isStale = (path: string, content: string): boolean => !existsSync(path) || readFileSync(path, 'utf8') !== content

/**
 * The lines about the files of generated/ that differ from what is generated into a folder for the
 * occasion.
 */
const staleFiles = async (
  folder: string,
  contract: Contract,
  files: readonly GeneratedFile[],
  superfluous: readonly string[],
): Promise<readonly string[]> => {
  const fresh = mkdtempSync(join(tmpdir(), 'tollgate-generate-'))
  try {
    await writeGenerated(fresh, contract, files)
    const differs = filesBelow(fresh).filter((path) =>
      isStale(join(folder, path), readFileSync(join(fresh, path), 'utf8')),
    )
    return [...superfluous, ...differs].map((path) => `stale: generated/${path}`)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * Writes the files of generated/ that are stale, removes what should not be there, and says what
 * was done.
 */
const renewFiles = async (
  folder: string,
  contract: Contract,
  files: readonly GeneratedFile[],
  superfluous: readonly string[],
): Promise<readonly string[]> => {
  // A file that is up to date keeps its time of modification.
  const stale = files.filter(({ path, content }) => isStale(join(folder, path), content))
  if (stale.length > 0) await writeGenerated(folder, contract, stale)
  for (const path of superfluous) rmSync(join(folder, path))
  return [
    ...superfluous.map((path) => `removed: generated/${path}`),
    ...stale.map(({ path }) => `written: generated/${path}`),
  ]
}

/** Renews README.md and docs/, or finds out what is stale in them. */
const renewPages = async (root: string, contract: Contract, check: boolean): Promise<readonly string[]> => {
  const pages = await renewedPages(root, contract)
  const stale = [...pages].filter(([path, content]) => isStale(join(root, path), content))
  for (const [path, content] of stale) if (!check) writeFileSync(join(root, path), content)
  return stale.map(([path]) => `${check ? 'stale' : 'written'}: ${path}`)
}

const adminTypes = remembered(emitAdmin)
const configTypes = remembered(emitConfig)
const configValidator = remembered(emitConfigValidator)

const ADMIN = 'src/server/admin/openrpc.admin.json'

/** Takes the lines about files written and about mistakes. */
type Output = Pick<Console, 'log' | 'error'>

interface Documents {
  readonly contract: WrittenContract
  readonly admin: WrittenAdminDocument
}

/**
 * The contract and the admin API's document, which belongs to this program and not to the root;
 * undefined when one has mistakes.
 */
const readDocuments = (path: string, output: Output): Documents | undefined => {
  const reading = readContractFile(path, undefined, lintOwn)
  const admin = 'contract' in reading ? readAdmin(readFileSync(ADMIN, 'utf8'), ADMIN, reading.contract) : undefined
  if ('contract' in reading && admin !== undefined && 'document' in admin)
    return { contract: reading.contract, admin: admin.document }
  for (const found of [reading, admin])
    if (found !== undefined && 'mistakes' in found)
      for (const mistake of found.mistakes) output.error(mistakeLine(mistake))
  return undefined
}

const isClientStale = (folder: string, files: readonly GeneratedFile[]): boolean =>
  files.some(({ path, content }) => path.startsWith('client/src/') && isStale(join(folder, path), content))

/**
 * The errors that the TypeScript compiler finds in the client of these files. Loads the compiler
 * only when it is needed.
 */
const compileErrors = async (files: readonly GeneratedFile[]): Promise<readonly string[]> =>
  (await import('./generate/compile-client.js')).clientErrors(files)

/** Does what the command line asks for; returns the exit status. */
export const generate = async (args: string[], output: Output): Promise<number> => {
  const { check, root } = parseArgs({ options, args }).values
  const documents = readDocuments(join(root, 'openrpc.json'), output)
  if (documents === undefined) return 1
  const contract = withCommonErrors(documents.contract)
  const folder = join(root, 'generated')
  const files = [
    ...(await generatedFiles(contract)),
    { path: 'admin.ts', content: await adminTypes(documents.admin) },
    { path: 'config.ts', content: await configTypes(undefined) },
    { path: 'config-validator.cjs', content: await configValidator(undefined) },
  ]
  // Client files that stand there already were compiled when they were written; with --check,
  // others are a mistake anyway.
  const errors = check || !isClientStale(folder, files) ? [] : await compileErrors(files)
  for (const error of errors) output.error(`generated/${error}`)
  if (errors.length > 0) return 1
  const wanted = new Set(files.map(({ path }) => path))
  const superfluous = filesBelow(folder).filter((path) => !wanted.has(path))
  const lines = await (check ? staleFiles : renewFiles)(folder, contract, files, superfluous)
  // The pages show what src says, and src imports what is generated.
  const all = [...lines, ...(await renewPages(root, contract, check))]
  for (const line of all) output.log(line)
  if (check && all.length > 0) output.error('run npm run generate')
  return check && all.length > 0 ? 1 : 0
}

// Tests import it, and run it many times in one process.
if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await generate(process.argv.slice(2), console)
