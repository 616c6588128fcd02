import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packageManifest } from '../../runtime/package-files.js'

/**
 * The folders to search for a package: beside this program, and the current folder, because `npx`
 * keeps the program elsewhere.
 */
const places = (): string[] => [import.meta.url, join(process.cwd(), 'package.json')]

/**
 * The file that `specifier` names, beside this program or in the current folder; undefined if it is
 * not installed.
 */
export const findInstalled = (specifier: string): string | undefined => {
  for (const place of places()) {
    try {
      return createRequire(place).resolve(specifier)
    } catch {
      // Try the next place.
    }
  }
  return undefined
}

/** The npm package with surfpool's build for this platform. */
export const surfpoolPackage = (): string => {
  const suffix = { linux: '-gnu', win32: '-msvc' }[process.platform as string] ?? ''
  return `@solana/surfpool-${process.platform}-${process.arch}${suffix}`
}

const PLATFORMS = ['linux', 'darwin', 'win32']

/**
 * The command that installs the missing local chains, at the tested versions; undefined if none is
 * missing or none exists for this platform. They are not dependencies of the package, because most
 * gateways never need them.
 */
export const installChains = (): string | undefined => {
  if (!PLATFORMS.includes(process.platform)) return undefined
  const { peerDependencies } = packageManifest()
  const versionOf = (start: string) => Object.entries(peerDependencies).find(([name]) => name.startsWith(start))?.[1]
  const wanted = [
    { name: '@foundry-rs/anvil', specifier: '@foundry-rs/anvil/package.json', version: versionOf('@foundry-rs/anvil') },
    { name: surfpoolPackage(), specifier: surfpoolPackage(), version: versionOf('@solana/surfpool-') },
  ].filter(({ specifier }) => findInstalled(specifier) === undefined)
  if (wanted.length === 0) return undefined
  return `npm install --no-save ${wanted.map(({ name, version }) => `${name}@${version}`).join(' ')}`
}
