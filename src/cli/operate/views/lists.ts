import type { AuditRow } from '../../../server/accounts/audit-store.js'
import type { AdminParam } from '../../../server/admin/document.js'
import type { ResultOf } from '../../../server/admin/method-types.js'
import { DEFAULT_LIMIT } from '../../../server/admin/operations/forwarded.js'
import type { FailoverRow } from '../../../server/credits/usage/usage-store.js'
import { type Columns, milliseconds, percentText, shortTime, tableOf } from '../../text-table.js'
import { folded } from '../../text-wrap.js'
import { adminOperations, isFlag, isPositional, optionName } from '../operation-command.js'
import type { View } from './view.js'

type ListView<Row> = View<readonly Row[], { readonly limit?: number }>

/**
 * A table of a list, or the sentence `empty`. `before` is the option that shows what stands before
 * a list that was cut at its limit.
 */
const listView =
  <Row>(empty: string, columns: Columns<Row>, usual = 0, before?: (rows: readonly Row[]) => string): ListView<Row> =>
  (rows, { params: { limit = usual } }) => {
    const isCut = before !== undefined && rows.length >= limit
    const more = isCut ? `\nThe last ${limit}; for those before add ${before(rows)}` : ''
    return rows.length === 0 ? empty : (width) => tableOf(columns, rows, width) + more
  }

const passkeys = listView<ResultOf<'account.passkeys'>[number]>('The holder has added no passkey.', {
  ...{ ID: 'id', NAME: 'name', ADDED: ({ createdAt }) => shortTime(createdAt) },
  'LAST USED': ({ lastUsedAt }) => shortTime(lastUsedAt) ?? 'never',
})

const isWord = (text: string): boolean => /^[\w./:@,+-]+$/.test(text)

/** A word as a shell reads it back: holders choose labels, and an operator may paste the line. */
const quoted = (text: string): string => {
  if (isWord(text)) return text
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`
}

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === null ? '' : Array.isArray(value) ? value.join(',') : String(value)
}

/** An option as it is typed; nothing for a flag that is off. */
const typedOption = (param: AdminParam, value: unknown): readonly string[] => {
  const option = `--${optionName(param)}`
  if (isFlag(param)) return value === true ? [option] : []
  const text = textOf(value)
  return [text.startsWith('-') ? `${option}=${quoted(text)}` : `${option} ${quoted(text)}`]
}

/**
 * A change as the command line that makes it, and behind `#` what is no parameter, such as the id
 * of what was made; a sign-in as its parameters.
 */
const describeEntry = ({ operation, subject, params }: AuditRow): string => {
  const given: Readonly<Record<string, unknown>> = JSON.parse(params)
  const method = adminOperations.find(({ name }) => name === operation)
  const paramOf = (name: string) => method?.params.find((param) => param.name === name)
  const positional = method?.params.find(isPositional)
  const word = positional === undefined ? undefined : textOf(given[positional.name] ?? subject)
  const options: string[] = []
  const facts: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const param = paramOf(name)
    if (param === undefined && value !== subject) facts.push(`${name} ${quoted(textOf(value))}`)
    if (param !== undefined && param !== positional) options.push(...typedOption(param, value))
  }
  if (method === undefined) return [operation, subject ?? [], facts].flat().join(' ')
  const isSaid = subject === null || [word, `${given.network}/${word}`].includes(subject)
  if (!isSaid) facts.unshift(subject)
  const command = [operation.replace('.', ' '), word === undefined ? [] : quoted(word), options]
  return [...command, facts.length === 0 ? [] : ['#', ...facts]].flat().join(' ')
}

const audit = listView<AuditRow>(
  'No change was made.',
  { ENTRY: 'id', AT: ({ at }) => shortTime(at), WHO: 'actor', BY: 'via', WHAT: describeEntry },
  100,
  (rows) => `--before ${rows.at(-1)!.id}`,
)

const forwarded = listView<FailoverRow>(
  'No call was forwarded.',
  {
    ...{ AT: ({ at }) => shortTime(at), ACCOUNT: 'accountId', NETWORK: 'network', METHOD: 'method' },
    ...{ PARTNER: 'partner', MS: 'durationMs', WHY: 'reason' },
  },
  DEFAULT_LIMIT,
  (rows) => `--until ${rows[0]!.at}`,
)

const timeText = (from: string, to: string): string => (from === to ? `on ${to}` : `from ${from} to ${to}`)

const errors: View<ResultOf<'errors'>> = ({ account, from, to, rows }, asked) => {
  const empty = `No call of ${account} came to an error ${timeText(from, to)}.`
  const columns: Columns<(typeof rows)[number]> = {
    ...{ ERROR: 'error', CALLS: 'calls', LAST: ({ lastAt }) => shortTime(lastAt) },
    CALL: ({ method, network }) => `${method} on ${network}`,
    KEY: 'keyId',
  }
  return listView(empty, columns)(rows, asked)
}

const latency: View<ResultOf<'latency'>> = ({ account, from, to, rows }, asked) => {
  const empty = `No call of ${account} was answered ${timeText(from, to)}.`
  const columns: Columns<(typeof rows)[number]> = {
    ...{ CALL: ({ method, network }) => `${method} on ${network}`, CALLS: 'calls' },
    'P50 MS': ({ p50Ms }) => milliseconds(p50Ms),
    'P95 MS': ({ p95Ms }) => milliseconds(p95Ms),
    'P99 MS': ({ p99Ms }) => milliseconds(p99Ms),
  }
  return listView(empty, columns)(rows, asked)
}

const ranking: View<ResultOf<'usage.ranking'>> = (ranked) => {
  const { day, accounts, calls, credits, errors: failed, rows, methods } = ranked
  const shareOf = ({ credits: used, dailyCredits }: (typeof rows)[number]) =>
    dailyCredits === 0 ? '-' : percentText(used, dailyCredits)
  const accountColumns: Columns<(typeof rows)[number]> = {
    ...{ ACCOUNT: ({ account }) => account.id, NAME: ({ account }) => account.name },
    ...{ CREDITS: 'credits', 'OF ITS DAY': shareOf, CALLS: 'calls', ERRORS: 'errors' },
    'LAST USED': ({ lastUsedAt }) => shortTime(lastUsedAt),
  }
  const methodColumns: Columns<(typeof methods)[number]> = { METHOD: 'method', CREDITS: 'credits', CALLS: 'calls' }
  const sums = `${day}: ${credits} credits, ${calls} calls, ${failed} errors; accounts: ${accounts}`
  if (rows.length === 0) return sums
  return (width) =>
    [folded(sums, width), tableOf(accountColumns, rows, width), tableOf(methodColumns, methods, width)].join('\n\n')
}

const overTime: View<ResultOf<'usage.time'>> = ({ account, from, to, rows }) => {
  const columns: Columns<(typeof rows)[number]> = {
    'FROM, UTC': ({ time }) => (time.includes('T') ? `${time.replace('T', ' ')}:00` : time),
    NAME: ({ name }) => name ?? 'all others',
    ...{ CALLS: 'calls', CREDITS: 'credits', ERRORS: 'errors' },
  }
  return rows.length === 0 ? `${account} used nothing ${timeText(from, to)}.` : (width) => tableOf(columns, rows, width)
}

const removedPasskeys: View<ResultOf<'account.passkeys'>> = (list) => {
  if (list.length === 0) return 'The holder had added no passkey.'
  const names = list.map(({ name }) => name).join(', ')
  return `Removed, and the sessions ended that they began: ${names}. Other sessions of the holder go on.`
}

const invitationText = ({ url, expiresAt }: ResultOf<'account.invite'>): string =>
  `${url}\n\nIt signs in once, until ${shortTime(expiresAt)}, and is shown only now.`

const invitation: View<ResultOf<'account.invite'>> = invitationText

/** Does not refuse: the token may be in a variable that only the gateway has. */
const operatorInvitation: View<ResultOf<'operator.invite'>> = (invited, { config }) => {
  const warning = '\n\nadmin.token is not set here: as long as it is not set for the gateway, the link signs nobody in.'
  return `${invitationText(invited)}${config.admin.token === undefined ? warning : ''}`
}

export const listViews: Readonly<Record<string, View>> = {
  'account.invite': invitation,
  'operator.invite': operatorInvitation,
  'account.passkeys': passkeys,
  'account.remove-passkeys': removedPasskeys,
  audit,
  errors,
  forwarded,
  latency,
  'usage.ranking': ranking,
  'usage.time': overTime,
}
