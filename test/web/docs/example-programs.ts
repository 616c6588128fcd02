import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, transformSync } from 'esbuild'
import { emitClient } from '../../../scripts/generate/emit/client.js'
import type { Contract } from '../../../src/contract/contract.js'
import { ROOT } from '../../support/source-files.js'
import type { WrittenExample } from './written-examples.js'

const run = promisify(execFile)
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc')
/** A call that takes longer gets no answer. */
const PATIENCE_MS = 60_000

/** TypeScript examples as programs in a folder, beside the packages that they import. */
export interface ExamplePrograms {
  /** The compiler's complaints. */
  typeErrors(): Promise<string[]>
  /**
   * Runs some of them, one after another in one process. Returns the errors of those that failed.
   */
  failures(examples: readonly WrittenExample[]): Promise<string[]>
  remove(): void
}

/** Installs a contract's client: sources for the compiler, and one module to run. */
const installClient = async (folder: string, contract: Contract, name: string): Promise<void> => {
  const home = join(folder, 'node_modules', name)
  for (const { path, content } of emitClient(contract)) {
    const file = join(home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const entry = join(home, 'client/src/index.ts')
  await build({
    entryPoints: [entry],
    outfile: join(home, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  writeFileSync(join(home, 'package.json'), '{ "type": "module", "main": "index.js" }')
}

const runnerOf = (names: readonly string[]): string => `
const failures = []
process.on('unhandledRejection', (error) => failures.push('a promise: ' + error))
const late = (name) => new Promise((resolve) => setTimeout(resolve, ${PATIENCE_MS}, name + ': no end'))
for (const name of ${JSON.stringify(names)}) {
  const own = import('./' + name + '.mjs').then(() => undefined, (error) => name + ': ' + error)
  const failure = await Promise.race([own, late(name)])
  if (failure !== undefined) failures.push(failure)
}
console.log(JSON.stringify(failures))
process.exit()
`

const options = (client: string) => ({
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    skipLibCheck: true,
    types: ['node'],
    paths: { [client]: [`./node_modules/${client}/client/src/index.ts`] },
  },
  include: ['*.ts'],
})

/**
 * Writes the TypeScript examples into a folder that git ignores; they import this repository's
 * packages.
 */
export const writePrograms = async (
  examples: readonly WrittenExample[],
  contract: Contract,
  clientName: string,
): Promise<ExamplePrograms> => {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.tmp/examples-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const programs = examples.filter(({ language }) => language === 'ts')
  for (const { name, code } of programs) {
    // A module with `result` in use, as in a program.
    write(`${name}.ts`, `${code}\nexport { result }\n`)
    write(`${name}.mjs`, transformSync(code, { loader: 'ts', format: 'esm' }).code)
  }
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify(options(clientName)))
  await installClient(folder, contract, clientName)
  return {
    typeErrors: async () => {
      const compiled = run(process.execPath, [COMPILER, '-p', folder, '--pretty', 'false'], { maxBuffer: 2 ** 26 })
      const { stdout } = await compiled.catch((error: { stdout: string }) => error)
      return stdout.split('\n').filter((line) => line !== '')
    },
    failures: async (some) => {
      write('run.mjs', runnerOf(some.map(({ name }) => name)))
      const { stdout } = await run(process.execPath, [join(folder, 'run.mjs')], { maxBuffer: 2 ** 26 })
      return JSON.parse(stdout.trim().split('\n').at(-1)!) as string[]
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
