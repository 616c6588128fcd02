import type { Contract, ContractMethod } from '../../contract/contract.js'
import { itemCountAt } from '../../contract/json-pointer.js'
import { EventJudge } from '../../contract/subscriptions/event-judge.js'
import { exactJson, parseExact, withPlainNumbers } from '../../runtime/exact-json.js'
import type { CallJudge, WitnessFinder } from './calls.js'
import type { DiffFinding } from './finding.js'

/** One recorded call, a JSON line of a traffic file; its other members are ignored. */
interface RecordedCall {
  readonly method: string
  readonly params: readonly unknown[]
}

interface RecordedEvent {
  readonly subscription: number
  readonly event: unknown
}

/**
 * One line of a traffic file; see docs/record.md. A recorded reply that begins a subscription has
 * the number by which events name it.
 */
export type RecordedLine = RecordedCall | (RecordedCall & { readonly subscription: number }) | RecordedEvent

/** Reads a line of a traffic file; returns a text for a mistake in it. */
export const readRecordedLine = (line: string): RecordedLine | string => {
  let written: unknown
  try {
    written = parseExact(line)
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`
  }
  const { method, params: given, subscription, event } = (written ?? {}) as Readonly<Record<string, unknown>>
  const params = given ?? []
  if (subscription !== undefined && !Number.isSafeInteger(subscription)) return 'has a "subscription" that is no number'
  if (subscription !== undefined && method === undefined) return { subscription: subscription as number, event }
  if (typeof method !== 'string') return 'has no "method"'
  if (!Array.isArray(params)) return 'has "params" that are no array'
  return { method, params, ...(subscription !== undefined && { subscription: subscription as number }) }
}

interface MethodTraffic {
  calls: number
  /** The price of the calls together, before and after. */
  readonly credits: [before: number, after: number]
  refused: number
  first?: { readonly params: readonly unknown[]; readonly reason: string }
}

interface EventTraffic {
  events: number
  refused: number
  first?: { readonly event: unknown; readonly reason: string }
}

/** Characters of an event that a finding shows. */
const MOST_SHOWN = 200

/** Sums over the calls and events of a traffic file. */
export interface TrafficTotals {
  readonly calls: number
  /** Those that are compared. */
  readonly events: number
  /** Calls that the old contract refuses too. */
  readonly alreadyRefused: number
  /** Calls that are not compared, because neither contract has their methods. */
  readonly undeclared: number
  /** Of these calls, and of subscriptions. */
  readonly undeclaredMethods: readonly string[]
  readonly refused: number
  readonly oldCredits: number
  readonly newCredits: number
}

/** The price of a call; if it depends on the result, which is not recorded, the highest. */
const priceOf = (method: ContractMethod | undefined, params: readonly unknown[]): number => {
  const { 'x-credits': most = 0, 'x-credits-by': rule } = method ?? {}
  if (rule?.of === undefined) return most
  return Math.min(most, rule.base + (rule.each ?? 0) * itemCountAt(params, rule.of))
}

/** Checks recorded calls and events against both contracts, one by one. */
export class TrafficJudge {
  private readonly methods = new Map<string, MethodTraffic>()
  private readonly declared: readonly ReadonlyMap<string, ContractMethod>[]
  private readonly eventJudges: readonly [before: EventJudge, after: EventJudge]
  private readonly eventsOf = new Map<string, EventTraffic>()
  /** Subscriptions of the file, by number: the method, and the param that may name a kind. */
  private readonly subscriptions = new Map<number, RecordedCall>()
  private events = 0
  private alreadyRefused = 0
  private calls = 0
  private undeclared = 0
  private readonly undeclaredMethods = new Set<string>()

  constructor(
    private readonly contracts: readonly [before: Contract, after: Contract],
    private readonly judges: readonly [before: CallJudge, after: CallJudge],
    private readonly finder: WitnessFinder,
  ) {
    const plain = contracts.map(withPlainNumbers)
    const [before, after] = plain
    this.eventJudges = [new EventJudge(before!), new EventJudge(after!)]
    this.declared = plain.map(({ methods }) => new Map(methods.map((one) => [one.name, one])))
  }

  add(line: RecordedLine): void {
    if ('event' in line) return this.addEvent(line)
    const { method, params } = line
    // The call itself is a separate line.
    if ('subscription' in line)
      return void this.subscriptions.set(line.subscription, { method, params: params.slice(0, 1) })
    this.calls += 1
    if (this.isUndeclared(method)) {
      this.undeclared += 1
      return
    }
    if (this.judges[0].troubleOf(method, params) !== undefined) {
      this.alreadyRefused += 1
      return
    }
    this.finder.learn(method, params)
    const known: MethodTraffic = this.methods.get(method) ?? { calls: 0, credits: [0, 0], refused: 0 }
    this.methods.set(method, known)
    const reason = this.judges[1].troubleOf(method, params)
    if (reason !== undefined) {
      known.refused += 1
      known.first ??= { params, reason }
      return
    }
    known.calls += 1
    for (const side of [0, 1] as const) known.credits[side] += priceOf(this.declared[side]!.get(method), params)
  }

  /** Keeps the name of a method that neither contract has. */
  private isUndeclared(method: string): boolean {
    if (this.declared.some((methods) => methods.has(method))) return false
    this.undeclaredMethods.add(method)
    return true
  }

  private addEvent({ subscription, event }: RecordedEvent): void {
    const call = this.subscriptions.get(subscription)
    if (call === undefined || this.isUndeclared(call.method)) return
    this.events += 1
    const value = withPlainNumbers(event)
    const [before, after] = this.eventJudges.map((judge) => judge.troubleOf(call.method, call.params, value))
    if (before !== undefined) return
    const known: EventTraffic = this.eventsOf.get(call.method) ?? { events: 0, refused: 0 }
    this.eventsOf.set(call.method, known)
    known.events += 1
    if (after === undefined) return
    known.refused += 1
    known.first ??= { event, reason: after }
  }

  totals(): TrafficTotals {
    const { calls, events, alreadyRefused, undeclared } = this
    const sumOf = (count: (one: MethodTraffic) => number) =>
      [...this.methods.values()].reduce((sum, one) => sum + count(one), 0)
    return {
      calls,
      events,
      alreadyRefused,
      undeclared,
      undeclaredMethods: [...this.undeclaredMethods],
      refused: sumOf((one) => one.refused),
      oldCredits: sumOf(({ credits }) => credits[0]),
      newCredits: sumOf(({ credits }) => credits[1]),
    }
  }

  findings(): readonly DiffFinding[] {
    return [...this.callFindings(), ...this.eventFindings()]
  }

  private eventFindings(): readonly DiffFinding[] {
    return [...this.eventsOf].flatMap(([method, { events, refused, first }]): readonly DiffFinding[] => {
      if (first === undefined) return []
      const note = `${refused} of ${events} recorded events; the first: ${first.reason}: ${exactJson(first.event)?.slice(0, MOST_SHOWN)}`
      return [{ rule: 'RECORDED_EVENT_REFUSED', path: this.pathOf(method), methods: [method], note }]
    })
  }

  private callFindings(): readonly DiffFinding[] {
    return [...this.methods].flatMap(([method, { calls, credits, refused, first }]): readonly DiffFinding[] => {
      const base = { path: this.pathOf(method), methods: [method] }
      const [old, now] = credits
      const note = `${refused} of ${calls + refused} recorded calls; the first: ${first?.reason}`
      return [
        ...(first === undefined
          ? []
          : [{ ...base, rule: 'RECORDED_CALL_REFUSED' as const, note, witness: { method, params: first.params } }]),
        ...(now > old
          ? [{ ...base, rule: 'RECORDED_CALLS_DEARER' as const, old, new: now, note: `${calls} calls` }]
          : []),
      ]
    })
  }

  private pathOf(name: string): string {
    const [before, after] = this.contracts.map(({ methods }) => methods.findIndex((method) => method.name === name))
    return `/methods/${after! < 0 ? before : after}`
  }
}
