/**
 * Writes the module compiled from long-scan.ts; with `--check`, exits 1 and says so if it is not up
 * to date instead.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { renderArtifact } from './artifact.js'

const file = new URL('../../src/wire/json/long-scan-artifact.ts', import.meta.url)
const text = await renderArtifact()

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('stale: src/wire/json/long-scan-artifact.ts (run npx tsx scripts/assembly/compile.ts)')
  process.exitCode = 1
}
