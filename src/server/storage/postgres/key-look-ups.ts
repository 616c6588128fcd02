import type { Kysely } from 'kysely'
import type { AccountStore } from '../../accounts/account-store.js'
import { foundKey } from '../accounts.js'
import type { Tables } from '../tables.js'

type Found = Awaited<ReturnType<AccountStore['findByKeyHash']>>

interface LookUp {
  readonly hash: string
  resolve(found: Found): void
  reject(error: unknown): void
}

/** Questions at once: the other connections are for leases and charges. */
const MAX_RUNNING = 2
/** Keys of a question. Each may have long allowlists, which are parsed in one turn. */
const MAX_TOGETHER = 32

/**
 * Looks up keys by their hashes. Those that are asked for while two questions are under way share
 * the next one. So thousands of keys at once, as after a start or a change of accounts, take few
 * questions.
 *
 * Errors  after a failure those that wait are rejected, too: a store that hangs takes seconds each
 */
export class KeyLookUps {
  private waiting: LookUp[] = []
  private running = 0

  /** `clock` is in milliseconds since 1970. */
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly clock: () => number,
  ) {}

  readonly findByKeyHash: AccountStore['findByKeyHash'] = (hash) =>
    new Promise((resolve, reject) => {
      this.waiting.push({ hash, resolve, reject })
      this.next()
    })

  private next(): void {
    if (this.running === MAX_RUNNING || this.waiting.length === 0) return
    this.running++
    void this.answer(this.waiting.splice(0, MAX_TOGETHER))
  }

  private async answer(lookUps: readonly LookUp[]): Promise<void> {
    try {
      const find = await this.ask(lookUps.map(({ hash }) => hash))
      for (const { hash, resolve } of lookUps) resolve(find(hash))
    } catch (error) {
      for (const { reject } of [...lookUps, ...this.waiting.splice(0)]) reject(error)
    }
    this.running--
    this.next()
  }

  private async ask(hashes: readonly string[]): Promise<(hash: string) => Found> {
    const { db, clock } = this
    const keys = await db.selectFrom('keys').selectAll().where('hash', 'in', hashes).execute()
    const owners = keys.map(({ account_id }) => account_id)
    const accounts =
      owners.length === 0 ? [] : await db.selectFrom('accounts').selectAll().where('id', 'in', owners).execute()
    const keyOf = new Map(keys.map((key) => [key.hash, key]))
    const accountOf = new Map(accounts.map((account) => [account.id, account]))
    return (hash) => {
      const key = keyOf.get(hash)
      return foundKey(key, key && accountOf.get(key.account_id), clock())
    }
  }
}
