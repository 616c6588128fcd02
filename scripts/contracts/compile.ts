/**
 * Writes the modules compiled from the contracts; with `--check`, exits 1 and names those that are
 * not up to date instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { renderArtifact } from './artifact.js'

const modules = { Vault: '../../src/tools/demo/vault-artifact.ts', Emitter: '../../test/support/emitter-artifact.ts' }
const isCheck = process.argv.includes('--check')

const read = (file: URL): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

for (const [contractName, path] of Object.entries(modules)) {
  const file = new URL(path, import.meta.url)
  const text = renderArtifact(contractName)
  if (!isCheck) writeFileSync(file, text)
  else if (read(file) !== text) {
    console.error(`stale: ${path.replaceAll('../', '')} (run npx tsx scripts/contracts/compile.ts)`)
    process.exitCode = 1
  }
}
