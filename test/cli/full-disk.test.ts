import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorDocument, operatorMethod } from '../support/operator-document.js'
import { ROOT } from '../support/source-files.js'
import { temporaryFolder } from '../support/started.js'

const { NODE_OPTIONS: _, ...env } = process.env
const folder = temporaryFolder()

/** Runs `tollgate …` with 512 bytes at most for each file: a write ends in the middle. */
const tollgate = (...words: readonly string[]) =>
  new Promise<readonly [code: number | null, stderr: string]>((resolve) => {
    const line = ['ulimit -f 1; exec "$@"', 'sh', process.execPath, join(ROOT, 'dist/src/main.js'), ...words]
    const child = execFile('sh', ['-c', ...line], { cwd: folder, env }, (_error, _stdout, stderr) =>
      resolve([child.exitCode, stderr]),
    )
  })

test('a file for which there is no room is named, and nothing of it stays in the way of the next run', async () => {
  const methods = ['foo_a', 'foo_b', 'foo_c'].map((name) => operatorMethod(name))
  writeFileSync(join(folder, 'in.json'), JSON.stringify(operatorDocument(methods, {})))
  const named = (name: string) => [1, expect.stringMatching(`^tollgate: .*${join(folder, name)}: EFBIG`)]

  expect(await tollgate('init', '--yes')).toEqual(named('tollgate.yaml'))
  const imported = await tollgate(
    'contract',
    'import',
    'in.json',
    '--family',
    'evm',
    '--credits',
    '1',
    '--out',
    'out.json',
  )
  expect([imported[0], imported[1].split('\n').at(-2)]).toEqual(named('out.json'))
  expect(await tollgate('client', '--out', 'client')).toEqual(named('client/package.json'))

  expect(readdirSync(folder).sort()).toEqual(['client', 'in.json'])
  expect(existsSync(join(folder, 'client/package.json'))).toBe(false)
})
