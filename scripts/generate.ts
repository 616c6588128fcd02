/**
 * Writes generated/ from openrpc.json and the configuration's schema, and the generated parts of README.md and docs/ from it, the configuration's schema, the admin API's
 * document, the command line and the table of metrics.
 *
 * A client that would not compile is not written.
 *
 * --check     writes nothing, lists what is stale and exits 1 if anything is
 * --root DIR  where openrpc.json, README.md and generated/ are; the current directory unless given
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Contract } from '../src/contracts/contract.js'
import { mistakeLine, readContractFile } from '../src/contracts/read.js'
import { withCommonErrors } from '../src/contracts/with-errors.js'
import { emitConfig } from './generate/emit/config.js'
import { generatedFiles } from './generate/files.js'
import { renewedPages } from './generate/pages.js'

const options = { check: { type: 'boolean', default: false }, root: { type: 'string', default: '.' } } as const

/** Folders that a build or an install of the client leaves inside generated/. */
const foreign = /^client\/(node_modules|dist|package-lock\.json)/

/** Every file that should be there, by its path from the root; `undefined` means that it should not. */
const wantedFiles = async (root: string, contract: Contract): Promise<Map<string, string | undefined>> => {
  const wanted = new Map<string, string | undefined>()
  const folder = join(root, 'generated')
  for (const path of existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []) {
    const name = join(path.parentPath, path.name).slice(folder.length + 1)
    if (path.isFile() && !foreign.test(name)) wanted.set(`generated/${name}`, undefined)
  }
  for (const { path, content } of await generatedFiles(contract)) wanted.set(`generated/${path}`, content)
  wanted.set('generated/config.ts', await emitConfig())
  return wanted
}

const isStale = (path: string, content: string | undefined): boolean =>
  content === undefined ? existsSync(path) : !existsSync(path) || readFileSync(path, 'utf8') !== content

const write = (path: string, content: string | undefined): void => {
  mkdirSync(dirname(path), { recursive: true })
  if (content === undefined) rmSync(path)
  else writeFileSync(path, content)
}

const readContract = (path: string): Contract | undefined => {
  const reading = readContractFile(path)
  if ('contract' in reading) return withCommonErrors(reading.contract)
  for (const mistake of reading.mistakes) console.error(mistakeLine(mistake))
  return undefined
}

const isClientStale = (root: string, files: ReadonlyMap<string, string | undefined>): boolean =>
  [...files].some(([path, content]) => path.startsWith('generated/client/src/') && isStale(join(root, path), content))

/** What the compiler has against the client in these files. The compiler is loaded only when it is needed. */
const compileErrors = async (files: ReadonlyMap<string, string | undefined>): Promise<readonly string[]> => {
  const { clientErrors } = await import('./generate/compile-client.js')
  const written = [...files].map(([path, content = '']) => ({ path: path.slice('generated/'.length), content }))
  return clientErrors(written)
}

const main = async (): Promise<number> => {
  const { check, root } = parseArgs({ options }).values
  const contract = readContract(join(root, 'openrpc.json'))
  if (contract === undefined) return 1
  const renew = (files: ReadonlyMap<string, string | undefined>): number => {
    const stale = [...files].filter(([path, content]) => isStale(join(root, path), content))
    for (const [path, content] of stale) {
      if (!check) write(join(root, path), content)
      console.log(`${check ? 'stale' : content === undefined ? 'removed' : 'written'}: ${path}`)
    }
    return stale.length
  }
  const files = await wantedFiles(root, contract)
  // Client files that stand there already were compiled when they were written; with --check, others are a mistake anyway.
  const errors = check || !isClientStale(root, files) ? [] : await compileErrors(files)
  for (const error of errors) console.error(`generated/${error}`)
  if (errors.length > 0) return 1
  // The pages show what src says, and src imports what is generated.
  const staleCount = renew(files) + renew(await renewedPages(root, contract))
  if (check && staleCount > 0) console.error('run npm run generate')
  return check && staleCount > 0 ? 1 : 0
}

process.exitCode = await main()
