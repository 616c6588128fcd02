import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { WrittenContract } from '../../src/contract/with-errors.js'

/** Reads the contract of this repository. The caller may change the object. */
export const readContract = (): WrittenContract => JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract

/** Output and exit status of a run of the generator or the compiler. */
interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A copy of openrpc.json and generated/ in a temporary folder, for tests that change them. */
export interface ContractCopy {
  readonly root: string
  read(path: string): string
  write(path: string, content: string): void
  /** Generates as `npm run generate` does, on the copy and in a process that all copies share. */
  generate(...args: readonly string[]): Promise<Run>
  /** Runs the generator as a command in a new process. */
  generateCommand(...args: readonly string[]): Promise<Run>
  /** Type-checks generated/ as strictly as this repository does. */
  compile(): Promise<Run>
  remove(): void
}

const run = (command: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, command, { timeout: 100_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr })
    })
  })

/**
 * The compiler options of this repository, for the generated files without the client, whose
 * packages are not copied.
 */
const tsconfig = JSON.stringify({
  extends: join(process.cwd(), 'tsconfig.json'),
  compilerOptions: { rootDir: '.', types: [], noEmit: true },
  include: ['generated/*.ts'],
})

/** Generates in one process, which reads its modules once. */
export class Generator {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>
  private readonly lines: AsyncIterator<string>

  constructor() {
    // The process is as short-lived as this one and gets the same V8 flags.
    const args = [...process.execArgv, '--import', 'tsx', 'test/support/generate-process.ts']
    this.child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  /** Runs the generator once, after the runs before. Errors: rejects when the process ended. */
  async run(args: readonly string[]): Promise<Run> {
    this.child.stdin.write(`${JSON.stringify(args)}\n`)
    const { value, done } = await this.lines.next()
    if (done) throw new Error('the process that generates ended')
    return JSON.parse(value) as Run
  }

  end(): void {
    this.child.stdin.end()
  }
}

/** Copies the contract and the files generated from it. */
export const copyContract = (generator: Generator): ContractCopy => {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-contract-'))
  cpSync('openrpc.json', join(root, 'openrpc.json'))
  cpSync('generated', join(root, 'generated'), { recursive: true })
  writeFileSync(join(root, 'tsconfig.json'), tsconfig)
  // Without it the compiler takes the files for CommonJS.
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  return {
    root,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write: (path, content) => writeFileSync(join(root, path), content),
    generate: (...args) => generator.run(['--root', root, ...args]),
    generateCommand: (...args) =>
      run([...process.execArgv, '--import', 'tsx', 'scripts/generate.ts', '--root', root, ...args]),
    compile: () => run(['node_modules/typescript-native/bin/tsc', '-p', root]),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
