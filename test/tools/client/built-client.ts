import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A client's package, compiled, and a folder of a program that has it installed. */
export interface BuiltClient {
  /** The package's own folder. */
  readonly folder: string
  /** The program's: modules in it import the package by its name. */
  readonly program: string
  remove(): void
}

const COMPILER = resolve('node_modules/typescript/bin/tsc')

/** Compiles with this repository's TypeScript. Errors: throws with what the compiler said. */
export const compile = (folder: string, ...args: readonly string[]): void => {
  try {
    execFileSync(process.execPath, [COMPILER, ...args], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout)
  }
}

/**
 * Copies the sources of a client's package into a temporary folder and builds it there, as its own
 * scripts do, with this repository's packages; `kinds` says which kinds of modules.
 */
export const buildClient = (
  source: string,
  name: string,
  kinds: readonly ('esm' | 'commonjs')[] = ['esm', 'commonjs'],
): BuiltClient => {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-client-'))
  const [folder, program] = [join(root, 'package'), join(root, 'program')]
  cpSync(source, folder, { recursive: true, filter: (path) => !/node_modules|\/dist(\/|$)/.test(path) })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const kind of kinds) compile(folder, '-p', kind === 'esm' ? 'tsconfig.json' : 'tsconfig.commonjs.json')
  const installed = join(program, 'node_modules', name)
  mkdirSync(dirname(installed), { recursive: true })
  symlinkSync(folder, installed)
  writeFileSync(join(program, 'package.json'), '{ "private": true, "type": "module" }')
  return { folder, program, remove: () => rmSync(root, { recursive: true, force: true }) }
}
