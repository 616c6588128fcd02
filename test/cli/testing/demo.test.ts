import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../src/cli/command-line.js'
import { demo } from '../../../src/cli/tools/demo.js'
// Jest cannot load these at the same time, as the command does.
import '../../../src/tools/demo/announcement.js'
import '../../../src/tools/demo/demo.js'
import '../../../src/tools/demo/first-screen.js'
import { startProgram } from '../../support/serve-process.js'

const WORDS = ['demo', '--quiet', '--port', '0', '--admin-port', '0']

describe('tollgate demo', () => {
  test('says that it stops when Ctrl-C comes while it starts, and prints no addresses', async () => {
    const printed: string[] = []
    let isPressed = false
    const io = {
      stdout: (text: string) => void printed.push(text),
      stderr: (text: string) => void printed.push(text),
      env: {},
      cwd: '.',
      onSignal: (_signal: string, listener: () => void) => {
        if (!isPressed) queueMicrotask(listener)
        isPressed = true
        return () => {}
      },
    }
    const status = await run(WORDS, io, [demo])
    expect([status, printed]).toEqual([0, ['stopping…\n', 'stopped, everything removed\n']])
  })

  test('removes what it made at a second Ctrl-C, too', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'tollgate-demo-test-'))
    const made = () => readdirSync(temporary).filter((name) => name.startsWith('tollgate-demo-'))
    const program = startProgram(WORDS, undefined, { TMPDIR: temporary })
    try {
      while (made().length === 0 && program.child.exitCode === null) await new Promise((next) => setTimeout(next, 10))
      const [folder = ''] = made()
      program.child.kill('SIGINT')
      await program.until('stderr', /stopping…/)
      // Sooner, it would be the same press.
      await new Promise((next) => setTimeout(next, 300))
      program.child.kill('SIGINT')
      // 0 if it had stopped by then.
      expect([130, 0]).toContain((await program.exited).code)
      expect(existsSync(join(temporary, folder))).toBe(false)
    } finally {
      await program.stop()
      rmSync(temporary, { recursive: true, force: true })
    }
  })
})
