import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isRunning, untilGone } from '../../support/processes.js'
import { startProgram } from '../../support/serve-process.js'
import { temporaryFolder } from '../../support/started.js'

const folder = temporaryFolder()

const NODE = JSON.stringify(process.execPath)
const ask = (end: string) =>
  `${NODE} -e 'fetch(process.env.TOLLGATE_ETHEREUM_MAINNET_URL, { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }) }).then((r) => r.text()).then((t) => { console.log(t); ${end} })'`
/** A command that prints its process id and goes on. */
const sleeper = (first: string) => `${NODE} -e '${first} console.log("up", process.pid); setTimeout(() => {}, 600_000)'`

describe('tollgate mock', () => {
  test('--once runs a command that finds the mock in its environment, and ends with its exit status', async () => {
    const program = startProgram(['mock', '--once', ask('process.exit(3)')])
    try {
      expect(await program.exited).toEqual({ code: 3, signal: null })
      expect(program.stdout).toBe('{"jsonrpc":"2.0","id":1,"result":"0x1"}\n')
    } finally {
      await program.stop()
    }
  })

  test('--once ends its command and what that started when it is told to stop', async () => {
    // The shell waits for the program, as there is a second command.
    const program = startProgram(['mock', '--once', `${sleeper('')}; echo next`])
    let pid: number | undefined
    try {
      pid = Number((await program.until('stdout', /^up (\d+)$/m))[1])
      program.child.kill('SIGTERM')
      expect(await program.exited).toEqual({ code: 1, signal: null })
      await untilGone(pid)
      expect(program.stdout).toBe(`up ${pid}\n`)
    } finally {
      if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGKILL')
      await program.stop()
    }
  })

  test('--once passes the signal on, and kills at the second one', async () => {
    const stubborn = sleeper('process.on("SIGINT", () => console.log("told"));')
    const program = startProgram(['mock', '--once', `trap "" INT; ${stubborn}; echo next`])
    let pid: number | undefined
    try {
      pid = Number((await program.until('stdout', /^up (\d+)$/m))[1])
      program.child.kill('SIGINT')
      await program.until('stdout', /^told$/m)
      program.child.kill('SIGTERM')
      expect(await program.exited).toEqual({ code: 143, signal: null })
      await untilGone(pid)
      expect(program.stdout).toBe(`up ${pid}\ntold\n`)
    } finally {
      if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGKILL')
      await program.stop()
    }
  })

  test.each([
    ['evm', 'eth_blockNumber'],
    ['solana', 'getSlot'],
  ])('prints lines that fit a gateway with networks of %s alone', async (family, method) => {
    const network = `{ family: ${family}, upstreams: [{ name: a, url: "http://127.0.0.1:1" }] }`
    const config = join(folder, `${family}.yaml`)
    writeFileSync(
      config,
      `plans: { core: { dailyCredits: 1000, creditsPerSecond: 500 } }\nnetworks: { own: ${network} }\n`,
    )
    const program = startProgram(['mock', '--config', config])
    try {
      await program.until('stdout', /Ctrl-C stops everything\.\n$/)
      const line = program.stdout.split('\n').find((each) => each.includes('X-Mock-Fault'))!
      expect(line).toContain(`"method":"${method}"`)
      const { stdout } = await promisify(execFile)('sh', ['-c', line])
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: -32603, data: { name: 'no-upstream' } } })
    } finally {
      await program.stop()
    }
  })

  test('prints addresses that answer, and stops when it is told', async () => {
    const program = startProgram(['mock', '--seed', 'a'])
    try {
      const [, url] = await program.until('stdout', /^(http:\S+ethereum-mainnet\/v3\/\S+)$/m)
      const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
      expect(await (await fetch(url!, { method: 'POST', body })).json()).toMatchObject({ result: '0x1' })
      program.child.kill('SIGINT')
      expect(await program.exited).toEqual({ code: 0, signal: null })
      expect(program.stdout).toContain('stopped, everything removed')
    } finally {
      await program.stop()
    }
  })

  test.each([
    [2, ['--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000"'],
    [1, ['--contract', 'nowhere.json'], '--contract: there is no file '],
    [1, ['--faults', 'nowhere.yaml'], '--faults: there is no file '],
    [1, ['--faults', 'src'], '/src is a folder'],
    [1, ['--config', 'nowhere.yaml'], '--config: there is no file '],
    [1, ['--plan', 'rich'], '--plan: there is no plan rich'],
  ])('with status %i, %j is refused', async (code, options, message) => {
    const program = startProgram(['mock', ...options])
    expect((await program.exited).code).toBe(code)
    expect(program.stderr).toContain(message)
  })
})
