import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { namePattern } from '../../contract/operator/merge.js'
import { didYouMean } from '../../server/config/suggestion.js'

/** A rule's effect on a call; if empty, the usual answer follows after the delay. */
export interface Fault {
  readonly delayMs?: number
  readonly status?: number
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly result?: unknown
  readonly reset?: boolean
  readonly hang?: boolean
}

/** A rule of a file of faults; faults.schema.json describes the members. */
interface FaultRule extends Fault {
  readonly network?: string
  readonly method?: string
  readonly every?: number
  readonly first?: number
}

/** An integer as a number if that holds all its digits; results may have larger ones. */
const asNumber = (_name: unknown, value: unknown): unknown =>
  typeof value === 'bigint' && BigInt(Number(value)) === value ? Number(value) : value

const SCHEMA = new URL('./faults.schema.json', import.meta.url)

/**
 * The rules of a file of faults, YAML or JSON.
 *
 * Errors  the file cannot be read, is not YAML, or does not fit faults.schema.json: an Error that
 *         names the file and the place
 */
export const readFaults = (path: string): readonly FaultRule[] => {
  const text = readFileSync(path, 'utf8')
  let rules: unknown
  try {
    rules = parse(text, asNumber, { intAsBigInt: true }) ?? []
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')))
  if (validate(rules)) return rules as FaultRule[]
  const mistakes = validate.errors!.map(({ instancePath, message, params }) => {
    const name = params.additionalProperty === undefined ? '' : ` (${params.additionalProperty})`
    return `${path}: ${instancePath || 'the whole'} ${message}${name}`
  })
  throw new Error(mistakes.join('\n'))
}

/** Names that a call of a mock may have. */
interface MockedNames {
  readonly networks: readonly string[]
  readonly methods: readonly string[]
}

/**
 * A line for each rule whose method the contract does not have. The gateway asks nodes for a few
 * such methods, though.
 *
 * Errors  a rule names a network that is not there
 */
export const unknownMethods = (
  path: string,
  rules: readonly FaultRule[],
  { networks, methods }: MockedNames,
): readonly string[] =>
  rules.flatMap(({ network, method }, index) => {
    const place = `${path}: /${index}`
    if (network !== undefined && !networks.includes(network))
      throw new Error(`${place}/network: there is no network "${network}"${didYouMean(network, networks)}`)
    if (method === undefined || methods.some((name) => namePattern(method).test(name))) return []
    return [`${place}/method: the contract has no method "${method}"${didYouMean(method, methods)}`]
  })

/** Selects the calls of a mock node that are answered with a fault. */
export class FaultPlan {
  private readonly rules: readonly { readonly rule: FaultRule; readonly pattern: RegExp; seen: number }[]

  constructor(rules: readonly FaultRule[]) {
    this.rules = rules.map((rule) => ({ rule, pattern: namePattern(rule.method ?? '*'), seen: 0 }))
  }

  /** The fault for a call, undefined for the usual answer. Counts the call for matching rules. */
  next(network: string, method: string): Fault | undefined {
    let fault: Fault | undefined
    for (const entry of this.rules) {
      const { rule, pattern } = entry
      if ((rule.network !== undefined && rule.network !== network) || !pattern.test(method)) continue
      entry.seen++
      const isDue = entry.seen % (rule.every ?? 1) === 0 && entry.seen <= (rule.first ?? Number.POSITIVE_INFINITY)
      if (isDue) fault ??= rule
    }
    return fault
  }
}
