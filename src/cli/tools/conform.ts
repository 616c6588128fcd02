import { closeSync, fstatSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ConformOptions } from '../../tools/conform/conform.js'
import { type Command, CommandError, type Input, UsageError } from '../command.js'
import { namedContract } from '../contract/named-contract.js'
import { readChoice, readNumber } from '../option-values.js'
import { messageOf } from '../system-error.js'
import { writeWhole } from '../write-whole.js'

const USUAL_BUDGET = 2_000
const USUAL_SEED = 1
const BAR_WIDTH = 30

export const conformCommand: Command = {
  name: 'conform',
  summary: 'Holds an endpoint against the contract: another gateway, a provider, a node.',
  usage:
    'tollgate conform URL [--profile node|spec|tollgate] [--ws URL] [--contract FILE]… [--family FAMILY] [--owner PUBKEY] [--budget CALLS] [--seed N] [--only CHECK]… [--junit FILE]',
  positionals: ['URL'],
  options: {
    profile: {
      value: 'PROFILE',
      description:
        'node: any node; spec: a gateway of the specification; tollgate: with credits and headers; default tollgate',
    },
    ws: { value: 'URL', description: 'the endpoint over WebSocket; left out: HTTP alone' },
    contract: {
      multiple: true,
      value: 'FILE',
      description: 'methods beside the built-in ones: a file, or the name of a shipped contract',
    },
    family: { value: 'FAMILY', description: 'evm or solana; default: found out' },
    owner: { value: 'PUBKEY', description: 'on Solana: an owner of token accounts to ask about' },
    budget: { value: 'CALLS', description: `calls at most; default ${USUAL_BUDGET}` },
    seed: { value: 'N', description: `of the calls that are made of schemas; default ${USUAL_SEED}` },
    only: { multiple: true, value: 'CHECK', description: 'only checks with this in their name' },
    junit: { value: 'FILE', description: 'write the report as JUnit XML, too' },
  },
  run: async (input) => {
    const { conform } = await import('../../tools/conform/conform.js')
    const { conformJunit, conformText, summaryOf } = await import('../../tools/conform/report.js')
    const options = await readOptions(input)
    const junit = reportFile(input)
    const report = await conform({ ...options, ...progressOn(input) }).catch((error: Error) => {
      throw new CommandError(`${new URL(options.url).origin}: ${error.message}`)
    })
    const isWritten = junit === undefined || writeReport(junit, conformJunit(report), input)
    const summary = summaryOf(report)
    const unmatched = (options.only ?? []).filter((part) => !report.results.some(({ id }) => id.includes(part)))
    for (const part of unmatched)
      input.io.stderr(`tollgate: --only: no check of this endpoint and profile has "${part}" in its name\n`)
    const isRight = isWritten && summary.failed === 0 && unmatched.length === 0
    return { json: { ...report, summary }, text: conformText(report), status: isRight ? 0 : 1 }
  },
}

/**
 * Opened before the run, as it is: an endpoint's calls may cost money. A pipe's is a descriptor,
 * which stays open: for its reader, a close is the end of the report.
 */
const reportFile = (input: Input): string | number | undefined => {
  const name = input.text('junit')
  if (name === undefined) return undefined
  const path = resolve(input.io.cwd, name)
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined
  try {
    const file = openSync(path, 'a')
    if (fstatSync(file).isFIFO()) return file
    closeSync(file)
    if (isNew) rmSync(path)
    return path
  } catch (error) {
    throw new CommandError(`--junit: ${messageOf(error)}`)
  }
}

/** False if the file cannot be written; the command prints the report all the same. */
const writeReport = (file: string | number, text: string, { io }: Input): boolean => {
  try {
    if (typeof file === 'string') writeWhole(file, text)
    else writeFileSync(file, text)
    return true
  } catch (error) {
    io.stderr(`tollgate: --junit: ${messageOf(error)}\n`)
    return false
  }
}

const readOptions = async (input: Input): Promise<ConformOptions> => {
  const { profiles } = await import('../../tools/conform/check.js')
  const { contractFor } = await import('../../tools/conform/conform.js')
  const parts = await Promise.all((input.files('contract') ?? []).map((name) => namedContract(name, input)))
  const profile = readChoice('profile', input.text('profile') ?? 'tollgate', profiles)
  const family = input.text('family')
  const webSocketUrl = input.text('ws')
  const number = (name: string, usual: number) => readNumber(name, input.text(name)) ?? usual
  return {
    url: addressOf('URL', input.positionals[0]!, ['http:', 'https:']),
    profile,
    ...contractFor(parts),
    seed: number('seed', USUAL_SEED),
    budget: number('budget', USUAL_BUDGET),
    webSocketUrl: webSocketUrl === undefined ? undefined : addressOf('--ws', webSocketUrl, ['ws:', 'wss:']),
    family: family === undefined ? undefined : readChoice('family', family, ['evm', 'solana'] as const),
    owner: input.text('owner'),
    only: input.list('only'),
  }
}

/** Errors do not show the address, which may contain a key. */
const addressOf = (name: string, text: string, protocols: readonly string[]): string => {
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (!protocols.includes(protocol))
    throw new UsageError(
      `${name} must be an address that begins with ${protocols.join('// or ')}//, such as ${protocols[0]}//127.0.0.1:8545`,
    )
  return text
}

/** A progress bar on a terminal; nothing if standard error is redirected. */
const progressOn = ({ io }: Input) => {
  if (io.isTerminal !== true) return {}
  return {
    onProgress: (done: number, all: number) => {
      const filled = Math.round((BAR_WIDTH * done) / all)
      const isDone = done === all
      io.stderr(
        `\r${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${done}/${all}${isDone ? `\r${' '.repeat(BAR_WIDTH + 20)}\r` : ''}`,
      )
    },
  }
}
