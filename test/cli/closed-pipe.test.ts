import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../support/source-files.js'

test('a reader that has seen enough is no mistake: `tollgate contract print | head`', async () => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'dist/src/main.js'), 'contract', 'print'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Closed before anything is written, so that every write fails.
  child.stdout.destroy()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  expect([code, errors]).toEqual([0, ''])
})
