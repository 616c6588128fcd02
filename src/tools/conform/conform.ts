import { document as builtIn, type Document } from '../../../generated/document.js'
import { methodsOf } from '../../contract/compiled-contract.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { compileContract } from '../../contract/operator/compile.js'
import { type ContractPart, mergeContracts } from '../../contract/operator/merge.js'
import { builtInContract } from '../../contract/operator/shipped-document.js'
import { validatorSource } from '../../contract/validator-source.js'
import { exactJson } from '../../runtime/exact-json.js'
import { INVALID_PARAMS } from '../../wire/jsonrpc/error-codes.js'
import { readAnswer } from './answer.js'
import { paramsFor } from './call-params.js'
import type { Called, ConformCheck, ConformDeps, ConformViolation, Profile, SayViolation } from './check.js'
import { batchChecks } from './checks/batches.js'
import { creditChecks } from './checks/credits.js'
import { envelopeChecks } from './checks/envelope.js'
import { evmChecks } from './checks/evm.js'
import { methodChecks } from './checks/methods.js'
import { solanaChecks } from './checks/solana.js'
import { solanaSubscriptionChecks } from './checks/solana-subscriptions.js'
import { subscriptionChecks } from './checks/subscriptions.js'
import { transportChecks } from './checks/transports.js'
import {
  Budget,
  BudgetSpent,
  type Endpoint,
  HttpEndpoint,
  NoAnswer,
  SocketEndpoint,
  type Transport,
} from './endpoint.js'
import { findEvmSubjects } from './subjects.js'

/** Options of a run against an endpoint. */
export interface ConformOptions {
  readonly url: string
  /** The endpoint's WebSocket address; by default only HTTP is tested. */
  readonly webSocketUrl?: string | undefined
  readonly profile: Profile
  readonly document: Document
  readonly methods: readonly MethodContract[]
  /** Undefined: detected by calls. */
  readonly family?: 'evm' | 'solana' | undefined
  /** An owner of token accounts, on Solana. */
  readonly owner?: string | undefined
  readonly seed: number
  /** Maximum number of calls. */
  readonly budget: number
  /** Runs only checks whose id contains one of these. */
  readonly only?: readonly string[] | undefined
  /** Called after each check. */
  onProgress?(done: number, all: number): void
}

/** The result of one check over one transport. */
export interface CheckResult {
  readonly id: string
  readonly title: string
  readonly transport: Transport
  readonly violations: readonly ConformViolation[]
  /** Why the check did not run. */
  readonly skipped?: string
}

export interface ConformReport {
  readonly profile: Profile
  readonly family: 'evm' | 'solana'
  readonly seed: number
  readonly calls: number
  readonly results: readonly CheckResult[]
}

/**
 * Checks an endpoint against the contract, over HTTP and WebSocket.
 *
 * Errors  NoAnswer, if the endpoint cannot be reached or its family is unknown
 */
export const conform = async (options: ConformOptions): Promise<ConformReport> => {
  const budget = new Budget(options.budget)
  const http = new HttpEndpoint(options.url, budget)
  const family = options.family ?? (await familyOf(http))
  const ask = callerOf(http)
  const subjects = family === 'evm' ? await findEvmSubjects(ask) : { owner: options.owner }
  const rows = options.methods.filter((row) => row.family === family)
  const names = new Set(rows.map(({ name }) => name))
  const document = { ...options.document, methods: options.document.methods.filter(({ name }) => names.has(name)) }
  const base = { profile: options.profile, document, subjects, seed: options.seed }
  const wanted = (check: ConformCheck): boolean => isWanted(check, options, names)
  const checks = checksOf(family, rows).filter(wanted)
  const socket =
    options.webSocketUrl === undefined ? undefined : await SocketEndpoint.open(options.webSocketUrl, budget)
  const overSocket = [
    ...checks.filter(({ isHttpOnly }) => isHttpOnly !== true),
    ...[
      ...transportChecks(http),
      ...subscriptionChecks(options.webSocketUrl ?? '', family, http),
      ...(family === 'solana' ? solanaSubscriptionChecks(options.webSocketUrl ?? '') : []),
    ].filter(wanted),
  ]
  const runs = [
    ...checks.map((check) => ({ check, endpoint: http as Endpoint })),
    ...(socket === undefined ? [] : overSocket.map((check) => ({ check, endpoint: socket as Endpoint }))),
  ]
  const results: CheckResult[] = []
  try {
    for (const { check, endpoint } of runs) {
      results.push(await runCheck(check, contextOf(base, endpoint)))
      options.onProgress?.(results.length, runs.length)
    }
  } finally {
    socket?.stop()
  }
  return { profile: options.profile, family, seed: options.seed, calls: budget.used, results }
}

const checksOf = (family: 'evm' | 'solana', rows: readonly MethodContract[]): ConformCheck[] => [
  ...envelopeChecks,
  ...batchChecks,
  ...(family === 'evm' ? evmChecks : solanaChecks),
  ...creditChecks,
  ...rows.flatMap(methodChecks),
]

const isWanted = (check: ConformCheck, { profile, only }: ConformOptions, names: ReadonlySet<string>): boolean =>
  check.profiles.includes(profile) &&
  (check.methods ?? []).every((name) => names.has(name)) &&
  (only === undefined || only.some((part) => check.id.includes(part)))

const callerOf =
  (endpoint: Endpoint) =>
  async (method: string, params: readonly unknown[]): Promise<Called> => {
    const sent = await endpoint.send(exactJson({ jsonrpc: '2.0', id: 1, method, params }))
    return { sent, answer: readAnswer(sent.text) }
  }

const contextOf = (
  base: Pick<ConformDeps, 'profile' | 'document' | 'subjects' | 'seed'>,
  endpoint: Endpoint,
): ConformDeps => ({
  ...base,
  endpoint,
  call: callerOf(endpoint),
  paramsOf: (row) => paramsFor(base.document, row, base.subjects),
})

const runCheck = async (check: ConformCheck, deps: ConformDeps): Promise<CheckResult> => {
  const violations: ConformViolation[] = []
  const { id, title } = check
  const done = (skipped?: string): CheckResult => ({
    id,
    title,
    transport: deps.endpoint.transport,
    violations,
    ...(skipped !== undefined && { skipped }),
  })
  try {
    let skipped: string | undefined
    // A check with several calls may find the same mistake several times.
    const say: SayViolation = (message, method = check.methods?.[0]) => {
      if (violations.some((said) => said.message === message && said.method === method)) return
      violations.push({ check: id, message, ...(method !== undefined && { method }) })
    }
    await check.run(deps, say, (reason) => {
      skipped = reason
    })
    return done(violations.length === 0 ? skipped : undefined)
  } catch (error) {
    if (error instanceof BudgetSpent) return done(error.message)
    // A value that a check reads from an answer may have any type.
    const isUnreadable = error instanceof TypeError || error instanceof RangeError
    if (!(error instanceof NoAnswer || isUnreadable)) throw error
    const what = isUnreadable ? 'an answer is of another shape than the check can read' : 'no answer'
    violations.push({ check: id, message: `${what}: ${error.message}` })
    return done()
  }
}

/** Says what an endpoint answered instead, without addresses, which may contain a key. */
const refusalOf = ({ code, message }: { readonly code?: unknown; readonly message?: unknown }): string =>
  code === undefined
    ? ''
    : ` (${code} ${String(message)
        .replaceAll(/\w+:\/\/\S+/g, '…')
        .slice(0, 120)})`

const familyOf = async (http: Endpoint): Promise<'evm' | 'solana'> => {
  let refusal = ''
  for (const [family, method] of [
    ['evm', 'eth_chainId'],
    ['solana', 'getSlot'],
    ['solana', 'getTokenAccountBalance'],
  ] as const) {
    const { answer } = await callerOf(http)(
      method,
      method === 'getTokenAccountBalance' ? ['11111111111111111111111111111111'] : [],
    )
    const error = (answer.value.error ?? {}) as { code?: number; message?: string }
    if (answer.value.result !== undefined || error.code === INVALID_PARAMS) return family
    refusal ||= refusalOf(error)
  }
  throw new NoAnswer(
    `the endpoint answers neither eth_chainId nor getSlot${refusal}; if it has a family, name it with --family`,
  )
}

/** Tollgate's own methods with those of other contracts. */
export const contractFor = (parts: readonly ContractPart[]): Pick<ConformOptions, 'document' | 'methods'> => {
  if (parts.length === 0) return { document: builtIn, methods: methodsOf(undefined) }
  const { contract } = mergeContracts(builtInContract, parts)
  const compiled = compileContract(contract, validatorSource)
  return { document: compiled.document, methods: methodsOf(compiled) }
}
