import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

test('the scanner\u2019s compiled half is up to date with its source', async () => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const script = fileURLToPath(new URL('../../../scripts/assembly/compile.ts', import.meta.url))
  const check = promisify(execFile)(process.execPath, ['--import', 'tsx', script, '--check'], { env })
  await expect(check).resolves.toEqual({ stdout: '', stderr: '' })
})
