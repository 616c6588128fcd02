import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Contract } from '../../contract/contract.js'
import { shippedFile } from '../../contract/operator/shipped-files.js'
import { writtenContract } from '../../contract/written-contract.js'
import { exactJson } from '../../runtime/exact-json.js'
import type { ContractDiff } from '../../tools/diff/contract-diff.js'
import { comparableContract } from '../../tools/diff/document.js'
import { type DiffFinding, isBreaking } from '../../tools/diff/finding.js'
import { type IgnoredRule, isIgnoredBy, readIgnored } from '../../tools/diff/ignore.js'
import { diffRules } from '../../tools/diff/rules.js'
import { type RecordedLine, readRecordedLine, type TrafficTotals } from '../../tools/diff/traffic.js'
import { type Command, CommandError, configOption, type Input } from '../command.js'
import { readConfig } from '../configured.js'
import { counted } from '../counted.js'
import { readJson, readText } from '../input-files.js'
import { messageOf } from '../system-error.js'

/** Methods that the summary names. */
const MOST_NAMED = 3

const readDocument = (name: string, input: Input): Contract => {
  const document = readJson(shippedFile(name) ?? name, input, name)
  const contract = comparableContract(document, writtenContract())
  if ('mistake' in contract) throw new CommandError(`${name} ${contract.mistake}`)
  return contract
}

const readIgnoreFile = (input: Input): readonly IgnoredRule[] => {
  const name = input.text('ignore')
  if (name === undefined) return []
  const ignored = readIgnored(readText(name, input))
  if ('mistake' in ignored) throw new CommandError(`${name} ${ignored.mistake}`)
  return ignored
}

async function* readTraffic(name: string, input: Input): AsyncGenerator<RecordedLine> {
  const path = resolve(input.io.cwd, name)
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  try {
    for await (const line of lines) {
      number += 1
      if (line.trim() === '') continue
      const read = readRecordedLine(line)
      if (typeof read === 'string') throw new CommandError(`${name} line ${number} ${read}`)
      yield read
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(messageOf(error, path))
  }
}

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : value === undefined ? 'nothing' : exactJson(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const findingText = (finding: DiffFinding): string => {
  const { rule, path, methods, place, old, new: now, note, witness } = finding
  const where = [methods.join(', '), place ?? ''].filter((text) => text !== '').join(' ')
  const change = old === undefined && now === undefined ? '' : `: ${short(old)} → ${short(now)}`
  return [
    `${isBreaking(finding) ? 'breaking' : 'harmless'}  ${diffRules[rule].category.padEnd(6)}  ${rule}  ${path}`,
    `          ${where === '' ? '' : `${where}: `}${diffRules[rule].meaning}${change}`,
    ...(note === undefined ? [] : [`          ${note}`]),
    ...(witness === undefined ? [] : [`          refused now: ${exactJson(witness)}`]),
  ].join('\n')
}

const summaryOf = ({ findings, traffic }: ContractDiff, ignored: number): string => {
  const count = findings.filter(isBreaking).length
  return [
    `${count} breaking, ${findings.length - count} harmless${ignored > 0 ? `, ${ignored} ignored` : ''}`,
    ...(traffic === undefined ? [] : trafficLines(traffic)),
  ].join('\n')
}

const comparedCalls = ({ calls, undeclared }: TrafficTotals): number => calls - undeclared

const trafficLines = (traffic: TrafficTotals): readonly string[] => {
  const { events, alreadyRefused, undeclared, undeclaredMethods, refused, oldCredits, newCredits } = traffic
  const compared = comparedCalls(traffic)
  const passed = compared - alreadyRefused - refused
  const more = undeclaredMethods.length - MOST_NAMED
  const named = undeclaredMethods.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const undeclaredOf = undeclared === 0 ? 'recorded subscriptions' : counted(undeclared, 'recorded call')
  return [
    `${counted(compared, 'recorded call')} compared: ${refused} refused now, ${alreadyRefused} refused before; the other ${passed} cost ${oldCredits} → ${newCredits} credits`,
    ...(named === '' ? [] : [`neither contract has the methods of ${undeclaredOf}: ${named}`]),
    ...(events === 0 ? [] : [`${counted(events, 'recorded event')} compared`]),
  ]
}

/**
 * `tollgate contract diff`: lists the changes between two contracts, and whether callers notice.
 * Exit status 1 for a breaking change.
 */
export const contractDiffCommand: Command = {
  name: 'contract diff',
  summary: 'Compares two contracts: what breaks callers, with a call that would be refused, and what does not.',
  usage: 'tollgate contract diff OLD NEW [--traffic FILE] [--ignore FILE] [--config FILE]',
  positionals: ['OLD', 'NEW'],
  options: {
    traffic: { value: 'FILE', description: 'recorded calls and events, JSON lines of `tollgate record`' },
    ignore: { value: 'FILE', description: 'accepted changes: a line is RULE, RULE METHOD or RULE PATH' },
    config: { ...configOption.config, description: 'look for plans of this configuration that cannot pay a call' },
  },
  run: async (input) => {
    const [oldName = '', newName = ''] = input.positionals
    const [before, after] = [readDocument(oldName, input), readDocument(newName, input)]
    const ignored = readIgnoreFile(input)
    const config = input.text('config') === undefined ? undefined : await readConfig(input, [])
    const name = input.text('traffic')
    const traffic = name === undefined ? undefined : readTraffic(name, input)
    // Also loads Ajv and automata.
    const { contractDiff } = await import('../../tools/diff/contract-diff.js')
    const whole = await contractDiff(before, after, { traffic, plans: [...(config?.plans.values() ?? [])] }).catch(
      (error) => {
        if (error instanceof CommandError) throw error
        throw new CommandError(
          `the contracts cannot be compared; see tollgate contract check: ${(error as Error).message}`,
        )
      },
    )
    for (const line of ignored.filter((one) => !whole.findings.some((finding) => isIgnoredBy(finding, one))))
      input.io.stderr(`${input.text('ignore')} line ${line.line}: ${line.rule} matches nothing\n`)
    if (whole.traffic !== undefined && comparedCalls(whole.traffic) + whole.traffic.events === 0)
      input.io.stderr(`tollgate: ${name}: no recorded call or event was compared\n`)
    const findings = whole.findings.filter((finding) => !ignored.some((line) => isIgnoredBy(finding, line)))
    const shown = { ...whole, findings }
    const text = [...findings.map(findingText), summaryOf(shown, whole.findings.length - findings.length)].join('\n')
    const rows = findings.map((finding) => ({
      ...finding,
      category: diffRules[finding.rule].category,
      breaking: isBreaking(finding),
    }))
    return { json: { ...shown, findings: rows }, text, status: findings.some(isBreaking) ? 1 : 0 }
  },
}
