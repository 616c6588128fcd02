import type { AdminMethod } from '../../server/admin/document.js'
import type { ParamsOf } from '../../server/admin/method-types.js'
import { askUsage, DEFAULT_GROUPING, type Usage, type UsageGroup } from '../../server/admin/operations/usage.js'
import { type Command, type Input, UsageError } from '../command.js'
import { withOperationDeps } from '../configured.js'
import { counted } from '../counted.js'
import { type Columns, tableOf } from '../text-table.js'
import { folded } from '../text-wrap.js'
import { adminOperation, operationCommand } from './operation-command.js'

const usageMethod = adminOperation('usage')

const method: AdminMethod = {
  ...usageMethod,
  params: [
    // The command reads all pages itself.
    ...usageMethod.params.filter(({ name }) => name !== 'after'),
    { name: 'csv', summary: 'print comma-separated values, under a heading', schema: { type: 'boolean' } },
  ],
}

type Grouping = NonNullable<ParamsOf<'usage'>['by']>

/** Fixed columns for all queries, so that files of many months fit together. */
const CSV_COLUMNS = ['account', 'from', 'to', 'by', 'name', 'calls', 'credits', 'errors'] as const

/** Quoted where RFC 4180 requires it. Lines end as in other commands, which spreadsheets accept. */
const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')}\n`

/** Writes pages of usage one after the other, without holding them all. */
interface PageFormat {
  begin(first: Usage): string
  page(usage: Usage, isFirst: boolean): string
  end(sums: Sums, last: Usage): string
}

interface Sums {
  accounts: number
  credits: number
  calls: number
}

/** `on 2026-11-21` or `from 2026-11-01 to 2026-11-21`. */
const whenOf = (used: Usage): string => ('day' in used ? `on ${used.day}` : `from ${used.from} to ${used.to}`)

const sumsText = ({ credits, calls }: Pick<Sums, 'credits' | 'calls'>): string =>
  `${counted(credits, 'credit')}, ${counted(calls, 'call')}`

const daysOf = (usage: Usage) => ('day' in usage ? { from: usage.day, to: usage.day } : usage)

const csvFormat = (by: Grouping): PageFormat => ({
  begin: () => csvLine(CSV_COLUMNS),
  page: (usage) => {
    const { from, to } = daysOf(usage)
    const line = ({ account = usage.account ?? '', [by]: name = '', calls, credits, errors }: UsageGroup) =>
      csvLine([account, from, to, by, name, calls, credits, errors])
    return usage.rows.map(line).join('')
  },
  end: () => '',
})

/** One JSON value, as `--json` promises; the sums come last, when they are known. */
const jsonFormat: PageFormat = {
  begin: (first) => {
    const days = 'day' in first ? { day: first.day } : { from: first.from, to: first.to }
    return `${JSON.stringify(days).slice(0, -1)},"rows":[`
  },
  page: ({ rows }, isFirst) =>
    `${isFirst || rows.length === 0 ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',')}`,
  end: (sums) => `],${JSON.stringify(sums).slice(1)}\n`,
}

const columnsBy = (by: Grouping): Columns<UsageGroup> => ({
  ...{ [by.toUpperCase()]: (row: UsageGroup) => row[by] ?? '' },
  ...{ CALLS: 'calls', CREDITS: 'credits', ERRORS: 'errors' },
})

/** The sums of one account, and a table of its groups. */
const describe = (used: Usage, by: Grouping, width: number): string => {
  const sums = `${used.account} ${whenOf(used)}: ${sumsText(used)}`
  return used.rows.length === 0 ? sums : `${folded(sums, width)}\n${tableOf(columnsBy(by), used.rows, width)}`
}

const textFormat = (by: Grouping, width: number | undefined): PageFormat => ({
  begin: () => '',
  page: ({ rows }, isFirst) => {
    if (rows.length === 0) return ''
    const table = tableOf({ ACCOUNT: ({ account }) => account ?? '', ...columnsBy(by) }, rows, width)
    return `${isFirst ? table : table.slice(table.indexOf('\n') + 1)}\n`
  },
  end: (sums, last) => `${counted(sums.accounts, 'account')} ${whenOf(last)}: ${sumsText(sums)}\n`,
})

/** Reads page after page and writes each before it requests the next one. */
const writePages = async (
  ask: (after: string | undefined) => Promise<Usage>,
  { begin, page, end }: PageFormat,
  { io }: Input,
): Promise<void> => {
  const sums: Sums = { accounts: 0, credits: 0, calls: 0 }
  let usage: Usage
  let after: string | undefined
  do {
    usage = await ask(after)
    const isFirst = after === undefined
    io.stdout((isFirst ? begin(usage) : '') + page(usage, isFirst))
    sums.accounts += new Set(usage.rows.map(({ account }) => account)).size
    sums.credits += usage.credits
    sums.calls += usage.calls
    after = usage.next
  } while (after !== undefined)
  io.stdout(end(sums, usage))
}

export const usageCommand: Command = operationCommand(method, ({ csv, ...params }, input) => {
  if (csv === true && input.isOn('json')) throw new UsageError('give either --csv or --json')
  const asked: ParamsOf<'usage'> = params.account === undefined ? { ...params, all: true } : params
  const { by = DEFAULT_GROUPING } = asked
  return withOperationDeps(input, async (deps) => {
    const ask = (after: string | undefined) => askUsage(deps, after === undefined ? asked : { ...asked, after })
    if (csv !== true && asked.all !== true) {
      const used = await ask(undefined)
      return { json: used, text: (width) => describe(used, by, width) }
    }
    const format = csv === true ? csvFormat(by) : input.isOn('json') ? jsonFormat : textFormat(by, input.io.columns)
    await writePages(ask, format, input)
    return 0
  })
})
