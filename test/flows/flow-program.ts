import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientFamily } from './client-row.js'
import type { FlowRow } from './flow-rows.js'

const CHILD_LIMIT_MS = 90_000
/** Lamports of a wallet before its flow. */
export const LAMPORTS = 1_000_000_000
const SIGNATURE_LAMPORTS = '5000'

/** The end of a program's process, and its output. */
export interface ProgramEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** Returns the expected output of each flow, by its name. */
export const expectedOf = (family: ClientFamily, amount: string): Readonly<Record<string, object>> => {
  const both = { batch: { answers: 50 }, burst: { answers: 30 } }
  if (family === 'solana')
    return {
      ...both,
      read: { hasSlot: true, hasBlockhash: true, balance: String(LAMPORTS) },
      send: { isConfirmed: true },
      fail: { isTold: true },
      poll: { isFound: true },
      fee: { fee: SIGNATURE_LAMPORTS },
      token: { tokens: amount },
      watch: { hasSlots: true, lamports: amount, isLogged: true, isConfirmed: true },
    }
  return {
    ...both,
    read: { chainId: 31_337, hasHead: true, limit: '1234' },
    send: { isMined: true },
    deploy: { limit: '1234', reason: 'closed' },
    poll: { amounts: [amount] },
    filter: { amounts: [amount] },
    fee: { hasFee: true, nonce: 0 },
    watch: { hasBlocks: true, amounts: [amount], hasPending: true },
  }
}

/**
 * Runs a program to its end.
 *
 * `folder`  of the program, with its packages
 */
export const runProgram = async (
  { program, command }: FlowRow,
  [flow, url, world]: readonly [flow: string, url: string, world: string],
  folder = join('test', 'flows', 'programs'),
): Promise<ProgramEnd> => {
  const { NODE_OPTIONS: _, ...own } = process.env
  // The client's own command takes no arguments for the program. It writes files to the home
  // folder, and two runs with one home folder would break them.
  const env =
    command === undefined
      ? own
      : { ...own, HOME: mkdtempSync(join(folder, 'home-')), FLOW: flow, URL: url, WORLD: world }
  const args = command === undefined ? [program, flow, url, world] : [...command, program]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    timeout: CHILD_LIMIT_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, ...printed }
}
