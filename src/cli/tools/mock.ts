import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { shippedFile, shippedNames } from '../../contract/operator/shipped-files.js'
import { type Command, CommandError, type Input } from '../command.js'
import { counted } from '../counted.js'
import { readNumber, readPort } from '../option-values.js'
import { runShell } from '../shell-command.js'
import { exitAtNextSignal, stopSignal } from '../stop-signal.js'
import { messageOf } from '../system-error.js'

const USUAL_BLOCK_TIME_MS = 2_000

export const mock: Command = {
  name: 'mock',
  summary: 'Runs the whole gateway over generated nodes, for the tests of applications.',
  usage:
    'tollgate mock [--config FILE] [--contract FILE]… [--port PORT] [--seed TEXT] [--block-time MS] [--plan PLAN] [--daily-credits N] [--credits-per-second N] [--faults FILE] [--once COMMAND]',
  options: {
    contract: {
      multiple: true,
      value: 'FILE',
      description: 'a file, or the name of a shipped contract; default ethereum and solana',
    },
    config: { value: 'FILE', description: 'take plans, networks, contracts and limits of this file' },
    port: { value: 'PORT', description: 'default: a free one' },
    seed: { value: 'TEXT', description: 'the same seed gives the same answers; default: mock' },
    'block-time': { value: 'MS', description: `time between blocks; default ${USUAL_BLOCK_TIME_MS}` },
    plan: { value: 'PLAN', description: 'plan of the account; default: the first of the configuration' },
    'daily-credits': { value: 'N', description: 'of the account, so that 402 comes when it is wanted' },
    'credits-per-second': { value: 'N', description: 'of the account, for 429' },
    faults: { value: 'FILE', description: 'what the nodes do wrong: docs/mock.md' },
    once: {
      value: 'COMMAND',
      description:
        'run COMMAND with TOLLGATE_URL, TOLLGATE_KEY and a URL for each network, then stop with its exit status',
    },
  },
  run: async (input) => {
    const { io } = input
    const once = input.text('once') === undefined ? undefined : input.required('once')
    const stopped = stopSignal(io)
    exitAtNextSignal(io, stopped)
    const running = await start(input)
    try {
      if (once !== undefined) return await runShell(once, { io, env: { ...io.env, ...variablesOf(running) }, stopped })
      io.stdout(input.isOn('json') ? `${JSON.stringify(describe(running))}\n` : announce(running))
      await stopped
    } finally {
      await running.stop()
    }
    if (!input.isOn('json')) io.stdout('stopped, everything removed\n')
    return 0
  },
}

type RunningMock = Awaited<ReturnType<typeof start>>

const start = async (input: Input) => {
  // The other commands do not need the mock's code.
  const { startMock } = await import('../../tools/mock/mock.js')
  const { cwd, env } = input.io
  const number = (name: string) => readNumber(name, input.text(name))
  const file = (name: string) => {
    const path = input.text(name)
    return path === undefined ? undefined : filePath(name, resolve(cwd, path))
  }
  const options = {
    port: readPort('port', input.text('port')) ?? 0,
    seed: input.text('seed') ?? 'mock',
    blockTimeMs: Math.max(1, number('block-time') ?? USUAL_BLOCK_TIME_MS),
    env,
    contracts: input.files('contract')?.map((name) => contractPath(name, cwd)),
    configFile: file('config'),
    faultsFile: file('faults'),
    plan: input.text('plan'),
    dailyCredits: number('daily-credits'),
    creditsPerSecond: number('credits-per-second'),
    notify: (message: string) => input.io.stderr(`tollgate: ${message}\n`),
  }
  try {
    return await startMock(options)
  } catch (error) {
    throw new CommandError(messageOf(error))
  }
}

/** Checked here, where the option's name is known. */
const filePath = (name: string, path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new CommandError(`--${name}: there is no file ${path}`)
  if (found.isDirectory()) throw new CommandError(`--${name}: ${path} is a folder`)
  return path
}

/** Checked here, where the name is known: the mock reads it from a file that it wrote. */
const contractPath = (name: string, cwd: string): string => {
  if (shippedFile(name) !== undefined) return name
  const path = resolve(cwd, name)
  if (existsSync(path)) return path
  throw new CommandError(`--contract: there is no file ${path}, and none of ${shippedNames.join(', ')} is meant`)
}

const describe = ({ url, key, endpoints, methods }: RunningMock) => ({ url, key, endpoints, methods })

/** Asks for the newest block, without params. */
const NEWEST_BLOCK = { evm: 'eth_blockNumber', solana: 'getSlot' } as const

/** The addresses of each network, and lines to copy for the first. */
const announce = ({ url, endpoints, methods }: RunningMock): string =>
  [
    `Tollgate mocks ${endpoints.map(({ network }) => network).join(' and ')} at ${url}: ${counted(methods.length, 'method')}, answers made from the contract`,
    '',
    ...endpoints.flatMap(({ http, webSocket }) => [http, webSocket, '']),
    `curl -s ${endpoints[0]!.http} -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":[]}'`,
    '',
    '# an error of the contract instead of an answer',
    `curl -s ${endpoints[0]!.http} -H 'content-type: application/json' -H 'X-Mock-Fault: error=no-upstream' -d '{"jsonrpc":"2.0","id":1,"method":"${NEWEST_BLOCK[endpoints[0]!.family]}","params":[]}'`,
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n')

/** The mock's addresses, for a command's environment. */
const variablesOf = ({ url, key, endpoints }: RunningMock): Readonly<Record<string, string>> => {
  const urls = endpoints.flatMap(({ network, http, webSocket }) => {
    const name = `TOLLGATE_${network.toUpperCase().replaceAll('-', '_')}`
    return [
      [`${name}_URL`, http],
      [`${name}_WS_URL`, webSocket],
    ]
  })
  return { TOLLGATE_URL: url, TOLLGATE_KEY: key, ...Object.fromEntries(urls) }
}
