import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServeFolder, evmNetwork, PROGRAM, serveConfig } from '../support/serve-process.js'

const NOBODY = 65_534

test.each([
  ['one process', []],
  ['workers', ['--workers', '2']],
])('serve ends and says why when the file of the store may only be read: %s', async (_, options) => {
  const files = createServeFolder(serveConfig({ main: evmNetwork('http://127.0.0.1:9') }))
  await files.createKey('main')
  chmodSync(files.folder, 0o777)
  for (const name of readdirSync(files.folder)) chmodSync(join(files.folder, name), 0o666)
  chmodSync(join(files.folder, 'tollgate.db'), 0o444)
  // To root every file is writable.
  const user = process.getuid!() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const args = [PROGRAM, 'serve', '--config', files.configFile, ...options]
  const running = spawn(process.execPath, args, { ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text
      if (printed.includes('Tollgate listens')) running.kill()
    })
  try {
    const [code] = await once(running, 'close')
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(/^tollgate: the store \S+tollgate\.db cannot be written: /),
    ])
  } finally {
    running.kill('SIGKILL')
    files.remove()
  }
})
