/**
 * Completes package-lock.json after `npm install` on a registry that does not have every platform's
 * build of a native package.
 *
 * npm leaves such a build out of the lock file and `npm ci` then refuses the file. Its entry needs
 * nothing that the registry knows: version, system and processor follow from the parent's
 * optionalDependencies and the package's name. Run: node scripts/complete-lock.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = {
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
  amd64: 'x64',
}

const entryOf = (name, version, parent) => {
  const words = name.split('/').at(-1).split('-')
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.map((word) => PROCESSORS[word]).find((word) => word !== undefined)
  if (os === undefined || cpu === undefined || !/^\d/.test(version)) return undefined
  const libc = name.includes('musl') ? ['musl'] : os === 'linux' && words.includes('gnu') ? ['glibc'] : undefined
  return { version, cpu: [cpu], ...(parent.dev && { dev: true }), ...(libc && { libc }), optional: true, os: [os] }
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
let added = 0
for (const [path, parent] of Object.entries(lock.packages)) {
  if (path === '') continue
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages) continue
    const entry = entryOf(name, version, parent)
    if (entry === undefined) console.log(`left out: ${name}@${version} of ${path}`)
    else {
      lock.packages[`node_modules/${name}`] = entry
      added++
    }
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} added`)
