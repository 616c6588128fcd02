/**
 * `npm run test:stalls -- [FILES]`: runs tests as `npm test` does, and stops a process of jest for
 * a moment again and again, as a machine does that is busy with other things. A test that depends
 * on how soon something is done fails here, and a good deal sooner than in CI.
 *
 * Only jest's own processes are stopped: some tests stop those they start, and would find them
 * running. Linux only: it reads /proc.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Between two stops, at most; and how long one lasts. */
const PAUSE_MS = 800
const STOP_MS = { least: 300, most: 700 }
const WORKER = join('jest-worker', 'build', 'workers', 'processChild.js')
const JEST = join('jest', 'bin', 'jest.js')

const read = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    // The process has ended.
    return ''
  }
}
/**
 * The command's name, in parentheses, may hold any character; state and parent follow it (proc(5)).
 */
const parentOf = (pid) => {
  const status = read(pid, 'stat')
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
}
const isBelow = (pid, root) => pid === root || (pid > 1 && isBelow(parentOf(pid), root))

/** jest's workers below a process; without workers, jest itself runs the tests. */
const testProcesses = (root) => {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(name, 'cmdline') }))
  const named = (part) => running.filter(({ pid, command }) => command.includes(part) && isBelow(pid, root))
  const workers = named(WORKER)
  return workers.length > 0 ? workers : named(JEST)
}

const files = process.argv.slice(2)
const tests = spawn(process.execPath, [join('scripts', 'test.mjs'), ...(files.length > 0 ? files : ['test/'])], {
  stdio: 'inherit',
})
let isOver = false
tests.on('close', () => {
  isOver = true
})
// The tests end by it; what is stopped at that moment must go on first.
process.on('SIGINT', () => {})
let stops = 0
while (!isOver) {
  await sleep(Math.random() * PAUSE_MS)
  const found = testProcesses(tests.pid)
  const chosen = found[Math.floor(Math.random() * found.length)]
  if (chosen === undefined) continue
  try {
    process.kill(chosen.pid, 'SIGSTOP')
    await sleep(STOP_MS.least + Math.random() * (STOP_MS.most - STOP_MS.least))
    process.kill(chosen.pid, 'SIGCONT')
    stops++
  } catch {
    // The process has ended.
  }
}
console.log(`processes of jest were stopped ${stops} times`)
process.exit(tests.exitCode ?? 1)
