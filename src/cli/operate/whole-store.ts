import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readStoreAddress } from '../../server/config/store-address.js'
import { describeWriters } from '../../server/gateway/settle-journals.js'
import { settleUnserved } from '../../server/gateway/single-process.js'
import { openStoreAt } from '../../server/storage/open-address.js'
import type { CopyOptions, CopyProgress } from '../../server/storage/whole/copy-store.js'
import type { WholeStore } from '../../server/storage/whole/whole-store.js'
import { type Command, CommandError, configOption, type Input, type Output } from '../command.js'
import { readConfig, readConfigOfStore, storeOptions } from '../configured.js'
import { textTable } from '../text-table.js'

/** Loads the drivers of both engines, which other commands do not need. */
const loadWhole = () => import('../../server/storage/whole/whole-store.js')

const using = async <T>(whole: WholeStore, use: (whole: WholeStore) => Promise<T>): Promise<T> => {
  try {
    return await use(whole)
  } finally {
    await whole.close()
  }
}

const withWholeStore = async <T>(address: string, use: (whole: WholeStore) => Promise<T>): Promise<T> =>
  using(await (await loadWhole()).openWholeStore(address), use)

/**
 * Keeps gateways away from a store while it is copied elsewhere, after settling their journals.
 * Errors: CommandError.
 */
const withoutGateway = async <T>(address: string, input: Input, use: () => Promise<T>): Promise<T> => {
  const store = await openStoreAt(address, storeOptions(input))
  try {
    const { inUse, kept } = await settleUnserved(store)
    for (const { reason } of kept) input.io.stderr(`tollgate: ${reason}\n`)
    if (kept.length > 0) throw new CommandError('journals are not settled, and what they hold would be missing')
    if (inUse > 0) throw new CommandError(describeWriters(store.lending!.journalFolder))
    store.lock()
    return await use()
  } finally {
    await store.close()
  }
}

/** Shows the progress of a copy on a terminal, one line a table. */
const withProgress = async <T>({ io }: Input, copy: (options: CopyOptions) => Promise<T>): Promise<T> => {
  let isLineOpen = false
  const onProgress = ({ table, copied, of }: CopyProgress): void => {
    isLineOpen = copied < of
    io.stderr(`\r${table}: ${copied} of ${of}\u001B[K${isLineOpen ? '' : '\n'}`)
  }
  try {
    return await copy(io.isTerminal === true ? { onProgress } : {})
  } finally {
    if (isLineOpen) io.stderr('\n')
  }
}

const copyOutput = (from: string, to: string, copied: readonly CopyProgress[]): Output => {
  const rows = copied.map(({ table, copied: count }) => [table, count])
  return {
    json: { from, to, rows: Object.fromEntries(rows) },
    text: (width) => `${textTable(['TABLE', 'ROWS'], rows, width)}\nBoth sides have the same counts and sums.`,
  }
}

/**
 * Copies a store into another; no gateway may serve either. Journals beside the target are left to
 * the next start: the store does not know their processes before the copy is there.
 */
const copyInto = (to: string, source: WholeStore, input: Input): Promise<Output> =>
  withWholeStore(to, async (target) => {
    target.lock()
    const { refuseServed } = await loadWhole()
    const { copyStore } = await import('../../server/storage/whole/copy-store.js')
    let silent: Awaited<ReturnType<typeof refuseServed>> = []
    const refuseBoth = async () => {
      await refuseServed(target)
      silent = await refuseServed(source)
    }
    const copied = await withProgress(input, (options) =>
      copyStore(source, target, { ...options, refuseServed: refuseBoth }),
    )
    for (const { id, seenAt } of silent)
      input.io.stderr(
        `tollgate: the process ${id} did not end, and ${source.name} last heard of it at ${seenAt}; if its journal is found, a gateway on ${target.name} settles it\n`,
      )
    return copyOutput(source.name, target.name, copied)
  })

const storeBackup: Command = {
  name: 'store backup',
  summary: 'Copies the store into a new SQLite file, even while a gateway serves.',
  usage: 'tollgate store backup FILE [--config FILE]',
  positionals: ['FILE'],
  options: configOption,
  run: async (input) => {
    const file = resolve(input.io.cwd, input.positionals[0]!)
    return withWholeStore((await readConfigOfStore(input)).store, async (whole) => {
      const { backUp } = await import('../../server/storage/whole/backup.js')
      await withProgress(input, (options) => backUp(whole, file, options))
      return { json: { from: whole.name, file }, text: `Written: ${file}` }
    })
  },
}

const storeRestore: Command = {
  name: 'store restore',
  summary: 'Copies a backup into the store of the configuration, which must be empty and not be served.',
  usage: 'tollgate store restore FILE [--config FILE]',
  positionals: ['FILE'],
  options: configOption,
  run: async (input) => {
    const file = resolve(input.io.cwd, input.positionals[0]!)
    if (!existsSync(file)) throw new CommandError(`there is no file ${file}`)
    const { store } = await readConfig(input, ['store'])
    const { openBackup } = await loadWhole()
    return using(openBackup(file), (source) => copyInto(store, source, input))
  },
}

const addressOf = (name: 'FROM' | 'TO', text: string, { io }: Input): string => {
  const address = readStoreAddress(text, io.cwd)
  if ('message' in address) throw new CommandError(`${name} ${address.message}`)
  if (name === 'FROM' && 'sqlitePath' in address && !existsSync(address.sqlitePath))
    throw new CommandError(`there is no store to copy from: no file ${address.sqlitePath}`)
  return address.address
}

const storeMigrate: Command = {
  name: 'store migrate',
  summary: 'Copies a store into an empty one of either engine and compares both. A new run continues.',
  usage: 'tollgate store migrate FROM TO',
  positionals: ['FROM', 'TO'],
  options: {},
  run: async (input) => {
    const [fromText = '', toText = ''] = input.positionals
    const [from, to] = [addressOf('FROM', fromText, input), addressOf('TO', toText, input)]
    if (from === to) throw new CommandError('FROM and TO are the same store')
    return withoutGateway(from, input, () => withWholeStore(from, (source) => copyInto(to, source, input)))
  },
}

const storeCheck: Command = {
  name: 'store check',
  summary: 'Compares balances, usage and keys of the store. Prints differences and exits with 1.',
  usage: 'tollgate store check [--config FILE]',
  options: configOption,
  run: async (input) => {
    const { checkStore } = await import('../../server/storage/whole/check-store.js')
    const found = await withWholeStore((await readConfigOfStore(input)).store, checkStore)
    const text = found.length === 0 ? 'Balances and usage agree.' : found.join('\n')
    return { json: { differences: found }, text, status: found.length === 0 ? 0 : 1 }
  },
}

export const wholeStoreCommands: readonly Command[] = [storeCheck, storeBackup, storeRestore, storeMigrate]
