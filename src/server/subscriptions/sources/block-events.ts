import type { Steps } from '../../../runtime/turns/in-turns.js'
import type { WorkTurns } from '../../../runtime/turns/work-turns.js'
import { spareTurns } from '../../../runtime/turns/work-turns.js'
import type { StreamEnd } from '../event-stream.js'
import { EveryFew } from '../every-few.js'
import { KeyIndex } from '../filters/indexed-filters.js'
import type { FollowStep, ResumePoint } from '../followed-block.js'
import {
  AccountSubscribers,
  type BlockKind,
  type BlockSubscriber,
  deliverReplay,
  type FoundLog,
  giveStep,
  logsOfStep,
  type NumberedStep,
  type StepLog,
} from './give-step.js'

/**
 * Gives the heads and logs of followed blocks to their subscribers.
 *
 * A step is compared with the filters of all accounts, then delivered account by account, in turns
 * of the event loop. No step overtakes another.
 */
export class BlockEvents {
  private readonly accounts = new Map<string, AccountSubscribers>()
  /** The accounts that have a filter under a key. */
  private readonly byKey = new KeyIndex<AccountSubscribers>()
  /** The number of the next step or end. */
  nextStep = 0

  constructor(private readonly turns: WorkTurns) {}

  add(subscriber: BlockSubscriber): void {
    const { owner, kind, filter } = subscriber
    let account = this.accounts.get(owner)
    if (account === undefined) {
      account = new AccountSubscribers(owner)
      this.accounts.set(owner, account)
    }
    if (filter === undefined) account.heads[kind].add(subscriber)
    else this.byKey.add(account.filters.add(filter, subscriber), account)
  }

  /**
   * Closes a subscriber. The index forgets it in short turns: a filter of thousands of addresses
   * takes milliseconds, and all those of a connection end at once.
   */
  remove(subscriber: BlockSubscriber): void {
    subscriber.isOpen = false
    spareTurns.add(subscriber.owner, this.forgetting(subscriber), this.turns.onBug)
  }

  /** Delivers a step to the subscribers of its kind. */
  step(step: FollowStep, kind: BlockKind): void {
    this.turns.add(this, this.find({ step, kind, number: this.nextStep++ }), () => {
      for (const account of [...this.accounts.values()]) breakAll(account, 'stream_broken')
    })
  }

  /**
   * Tells the subscribers of one kind of steps that no step follows those that wait. Those that
   * come from now on belong to the next stream.
   */
  end(why: StreamEnd, kind: BlockKind): void {
    const number = this.nextStep++
    this.turns.addStep(this, () => {
      for (const account of this.accounts.values())
        this.turns.addStep(account.owner, () => {
          for (const subscriber of [...account.all()])
            if (subscriber.isOpen && subscriber.fromStep <= number && subscriber.kind === kind)
              subscriber.sink.broken(why)
        })
    })
  }

  /** Gives a subscriber what it missed, before the steps that follow. */
  replay(subscriber: BlockSubscriber, after: ResumePoint, replay: FollowStep, later: readonly FollowStep[]): void {
    this.turns.add(subscriber.owner, deliverReplay(subscriber, after, replay, later), () =>
      subscriber.sink.broken('stream_broken'),
    )
  }

  private *forgetting(subscriber: BlockSubscriber): Steps<void> {
    const { owner, kind, filter } = subscriber
    const account = this.accounts.get(owner)
    if (account === undefined) return
    if (filter === undefined) account.heads[kind].delete(subscriber)
    else {
      const keys = account.filters.remove(filter, subscriber)
      yield
      this.byKey.remove(keys, account)
    }
    if (account.isEmpty && this.accounts.get(owner) === account) this.accounts.delete(owner)
  }

  /** Finds the accounts that a step concerns, and adds their works. */
  private *find(numbered: NumberedStep): Generator<undefined, void> {
    const { step, kind } = numbered
    const isOfLogs = kind === 'logs'
    const found = new Map<AccountSubscribers, FoundLog[]>()
    if (isOfLogs) this.endUnsure(numbered)
    for (const account of this.accounts.values()) if (account.heads[kind].size > 0) found.set(account, [])
    const turns = new EveryFew()
    for (const log of isOfLogs ? logsOfStep(step) : []) {
      this.findAccounts(log, found)
      if (turns.countOne()) yield
    }
    for (const [account, logs] of found) {
      if (this.turns.keepsUp(account.owner))
        this.turns.add(account.owner, giveStep(account, numbered, logs), () => breakAll(account, 'stream_broken'))
      else breakAll(account, 'gap_too_wide')
    }
  }

  /** Ends the resumed subscribers that may have logs of a removed block whose logs nobody read. */
  private endUnsure({ step, number }: NumberedStep): void {
    const unread = step.removed.filter(({ logs }) => logs === undefined)
    if (unread.length === 0) return
    const newest = Math.max(...unread.map(({ sequence }) => sequence))
    for (const account of this.accounts.values())
      this.turns.addStep(account.owner, () => {
        for (const { filter, fromStep, startSequence, isOpen, sink } of [...account.all()])
          if (isOpen && filter !== undefined && fromStep <= number && startSequence < newest)
            sink.broken('gap_too_wide')
      })
  }

  private findAccounts(log: StepLog, accounts: Map<AccountSubscribers, FoundLog[]>): void {
    for (const key of log.keys) {
      for (const account of this.byKey.at(key)) {
        const logs = accounts.get(account)
        if (logs === undefined) accounts.set(account, [{ found: log, key }])
        else logs.push({ found: log, key })
      }
    }
  }
}

const breakAll = (account: AccountSubscribers, why: StreamEnd): void => {
  for (const { isOpen, sink } of [...account.all()]) if (isOpen) sink.broken(why)
}
