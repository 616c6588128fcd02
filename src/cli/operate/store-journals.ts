import { basename, dirname, resolve } from 'node:path'
import type { Config } from '../../server/config/config.js'
import type { JournalDamage, LeftJournal } from '../../server/credits/journal.js'
import { LeaseOwner } from '../../server/credits/leases/lease-owner.js'
import type { Ending, LeaseStore } from '../../server/credits/leases/lease-store.js'
import {
  describeDamage,
  type KeptJournal,
  type Settling,
  sayWhy,
  settleJournals,
} from '../../server/gateway/settle-journals.js'
import { journalsIn, leftJournals } from '../../server/storage/journals/left-journals.js'
import { openStoreAt } from '../../server/storage/open-address.js'
import type { Store } from '../../server/storage/store.js'
import { type Command, CommandError, configOption, type Input, type Output } from '../command.js'
import { readConfigOfStore, storeOptions } from '../configured.js'
import { tableOf } from '../text-table.js'

/** The journals of a store; without `leases` to settle them while a gateway owns the store. */
interface Journals {
  readonly folder: string
  readonly leases: Pick<LeaseStore, 'end'> | undefined
}

const SERVED = 'a gateway serves from the store, and settles journals itself'

/**
 * `tollgate store journals`: shows the journals of gateways that are gone, and ends one that cannot
 * be settled.
 */
export const storeJournals: Command = {
  name: 'store journals',
  summary: 'Settles the journals that gateways left, and shows those that cannot be settled.',
  usage: 'tollgate store journals [--set-aside FILE] [--config FILE]',
  options: {
    'set-aside': {
      value: 'FILE',
      description: 'settle the lines of this journal that can be read, and keep the file under another name',
    },
    ...configOption,
  },
  run: async (input) => {
    const file = input.text('set-aside')
    return withJournals(input, async (journals) =>
      file === undefined ? show(journals) : setAside(journals, file, resolve(input.io.cwd, file)),
    )
  },
}

const withJournals = async (input: Input, use: (journals: Journals) => Promise<Output>): Promise<Output> => {
  const config = await readConfigOfStore(input)
  const store = await openStoreAt(config.store, storeOptions(input, config))
  try {
    return await use(journalsOf(store, config))
  } finally {
    // Also releases the lock.
    await store.close()
  }
}

const journalsOf = ({ leases, lending, lock }: Store, { stateDir }: Config): Journals => {
  if (lending === undefined) return { folder: stateDir, leases }
  const folder = lending.journalFolder
  try {
    lock()
  } catch {
    return { folder, leases: undefined }
  }
  return { folder, leases: new LeaseOwner(lending.settledLines()).connect() }
}

const show = async ({ folder, leases }: Journals): Promise<Output> =>
  leases === undefined ? showServed(folder) : showSettled(await settleJournals(leases, folder))

const showSettled = ({ inUse, kept }: Settling): Output => ({
  json: { isServed: false, inUse, kept: rowsOf(kept) },
  text: (width) =>
    [
      inUse === 0 ? 'No process writes a journal.' : `Journals in use: ${inUse}.`,
      kept.length === 0 ? 'No journal waits to be settled.' : journalTable(kept, width),
    ].join('\n'),
})

/**
 * Shows the journals of a served store that cannot be read. It counts the others: only a lock shows
 * which of them are in use, and would keep the gateway from settling one.
 */
const showServed = (folder: string): Output => {
  const all = journalsIn(folder)
  const damaged = all
    .filter(({ damage }) => damage.length > 0)
    .map(
      ({ path, processId, damage }): KeptJournal => ({
        path,
        processId,
        state: 'damaged',
        reason: describeDamage(path, damage),
      }),
    )
  const others = all.length - damaged.length
  return {
    json: { isServed: true, inUse: null, others, kept: rowsOf(damaged) },
    text: (width) =>
      [
        `${SERVED[0]!.toUpperCase()}${SERVED.slice(1)}.`,
        others === 0 ? 'No process writes a journal.' : `Journals in use, or kept and named in its log: ${others}.`,
        ...(damaged.length === 0 ? [] : [journalTable(damaged, width)]),
      ].join('\n'),
  }
}

const rowsOf = (kept: readonly KeptJournal[]) =>
  kept.map(({ path, processId, state, reason }) => ({ file: path, process: processId, state, reason }))

const journalTable = (kept: readonly KeptJournal[], width: number): string =>
  tableOf({ STATE: 'state', PROCESS: 'process', WHY: 'reason' }, rowsOf(kept), width)

/** Finds a journal by its path or its name and locks it; leaves the others alone. */
const find = (folder: string, name: string, path: string): LeftJournal => {
  let found: LeftJournal | undefined
  const { left, inUse } = leftJournals(folder)
  for (const journal of left) {
    const isMeant = journal.path === path || (dirname(name) === '.' && basename(journal.path) === name)
    if (isMeant && found === undefined) found = journal
    else journal.close(false)
  }
  if (found !== undefined) return found
  const others = inUse === 0 ? '' : `; ${inUse} are in use by living processes`
  throw new CommandError(`there is no journal ${name} to be set aside in ${folder}${others}`)
}

/** Codes of both engines for rows that a table does not take (SQLSTATE classes 22 and 23). */
const ROWS_REFUSED = /^(SQLITE_CONSTRAINT|22|23)/

/**
 * Settles the readable lines. If the store refuses them, ends the journal without any. Rejects with
 * any other error, such as a lock of another program: the store may take the lines later.
 */
const endWith = async (
  leases: Pick<LeaseStore, 'end'>,
  { processId, lines, isCopy }: LeftJournal,
): Promise<{ ending: Ending; settled: number; refusal?: string }> => {
  try {
    const ending = await leases.end(processId, lines, isCopy)
    return { ending, settled: ending === 'over' ? lines.length : 0 }
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string }
    if (!ROWS_REFUSED.test(code ?? '')) throw error
    return { ending: await leases.end(processId, [], isCopy), settled: 0, refusal: message }
  }
}

const describe = ({ fileLine, reason }: JournalDamage): string =>
  fileLine === 0 ? reason : `line ${fileLine} ${reason}`

const setAside = async ({ folder, leases }: Journals, name: string, path: string): Promise<Output> => {
  if (leases === undefined) throw new CommandError(`${SERVED}: stop it, set the journal aside, and start it again`)
  const journal = find(folder, name, path)
  let keptAs: string | undefined
  try {
    const { ending, settled, refusal } = await endWith(leases, journal)
    if (ending === 'living') throw new CommandError(sayWhy(journal.path, ending))
    keptAs = journal.setAside()
    const damage = journal.damage.map(({ fileLine, reason }) => ({ line: fileLine, reason }))
    const described = [
      settled === 1 ? '1 line is in the store.' : `${settled} lines are in the store.`,
      ...(ending === 'unknown' ? ['The store does not know its process.'] : []),
      ...(refusal === undefined ? [] : [`The store refused its lines: ${refusal}`]),
      ...journal.damage.map((one) => `Not settled: ${describe(one)}.`),
      `Kept as ${keptAs}`,
    ]
    return {
      json: { file: journal.path, keptAs, ending, settledLines: settled, refusal, damage },
      text: described.join('\n'),
    }
  } finally {
    if (keptAs === undefined) journal.close(false)
  }
}
