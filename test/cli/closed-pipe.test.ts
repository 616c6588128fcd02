import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/source-files.js'

const { NODE_OPTIONS: _, ...env } = process.env
const PRINT = [join(ROOT, 'dist/src/main.js'), 'contract', 'print']

test('a reader that has seen enough is no mistake: `tollgate contract print | head`', async () => {
  const child = spawn(process.execPath, PRINT, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // Closed before anything is written, so that every write fails.
  child.stdout.destroy()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  expect([code, errors]).toEqual([0, ''])
})

test('a full disk is one line and status 1: `tollgate contract print > file`', async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, PRINT, { env, stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  expect([code, errors]).toEqual([1, 'tollgate: standard output cannot be written (ENOSPC)\n'])
})
