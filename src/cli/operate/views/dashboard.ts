import type { AuditRow } from '../../../server/accounts/audit-store.js'
import type { CallErrorList } from '../../../server/admin/operations/errors.js'
import type { Invitation } from '../../../server/admin/operations/sign-in/invite.js'
import type { ShownPasskey } from '../../../server/admin/operations/sign-in/passkeys.js'
import { textTable } from '../../text-table.js'
import type { View } from './view.js'

const invitation: View<Invitation> = (made) => ({
  json: made,
  text: `${made.url}\n\nIt signs in once, until ${made.expiresAt}, and is shown only now.`,
})

const passkeys: View<readonly ShownPasskey[]> = (list) => {
  const table = textTable(
    ['ID', 'NAME', 'ADDED', 'LAST USED'],
    list.map((one) => [one.id, one.name, one.createdAt, one.lastUsedAt ?? 'never']),
  )
  return { json: list, text: list.length === 0 ? 'The holder has added no passkey.' : table }
}

const removedPasskeys: View<readonly ShownPasskey[]> = (list) => {
  const names = list.map(({ name }) => name).join(', ')
  const text = `Removed, and the sessions ended that they began: ${names}. Other sessions of the holder go on.`
  return { json: list, text: list.length === 0 ? 'The holder had added no passkey.' : text }
}

const errors: View<CallErrorList> = (list) => {
  const { account, from, to, rows } = list
  const when = from === to ? `on ${to}` : `from ${from} to ${to}`
  const table = textTable(
    ['ERROR', 'CALLS', 'LAST', 'NETWORK', 'METHOD', 'KEY'],
    rows.map((row) => [row.error, row.calls, row.lastAt, row.network, row.method, row.keyId]),
  )
  return { json: list, text: rows.length === 0 ? `No call of ${account} came to an error ${when}.` : table }
}

const audit: View<readonly AuditRow[], { readonly limit?: number }> = (rows, { params: { limit = 100 } }) => {
  const table = textTable(
    ['ENTRY', 'AT', 'WHO', 'HOW', 'WHAT', 'OF', 'WITH'],
    rows.map((row) => [row.id, row.at, row.actor, row.via, row.operation, row.subject ?? '-', row.params]),
  )
  const more = rows.length < limit ? '' : `\nThe last ${limit}; for those before add --before ${rows.at(-1)!.id}`
  return { json: rows, text: rows.length === 0 ? 'No change was made.' : table + more }
}

/** Views of the dashboard commands' results. */
export const dashboardViews: Readonly<Record<string, View>> = {
  'account.invite': invitation,
  'operator.invite': invitation,
  'account.passkeys': passkeys,
  'account.remove-passkeys': removedPasskeys,
  errors,
  audit,
}
