import { useEffect, useState } from 'preact/hooks'
import type { AuditEntry } from '../../../../generated/admin.js'
import { moment } from './format.js'
import { call } from './gateway.js'
import { Card, Empty, Table } from './parts/basics.js'

const PAGE = 100

/** Changed settings in a few words, without the subject. */
const paramsOf = ({ params }: AuditEntry): string => {
  const { id: _, account: __, ...set } = JSON.parse(params) as Record<string, unknown>
  return Object.entries(set)
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

/** Lists who changed what, and when: of one account or of everything. */
export const Changes = ({ account }: { readonly account?: string }) => {
  const [rows, setRows] = useState<readonly AuditEntry[]>([])
  const [state, setState] = useState<'loading' | 'more' | 'all'>('loading')
  const [error, setError] = useState('')
  const load = async (before: number | undefined) => {
    setState('loading')
    const params = { ...(account && { account }), ...(before && { before }), limit: PAGE }
    const page = await call('audit', params).catch((refused: Error) => {
      setError(refused.message)
      return []
    })
    setRows((known) => (before === undefined ? page : [...known, ...page]))
    setState(page.length < PAGE ? 'all' : 'more')
  }
  useEffect(() => void load(undefined), [account])
  return (
    <Card title="Changes">
      {error !== '' && (
        <p class="trouble" role="alert">
          {error}
        </p>
      )}
      {rows.length === 0 && state !== 'loading' ? (
        <Empty>Nothing was changed yet. Every change is listed here: who made it, how, and when.</Empty>
      ) : (
        <Table
          caption="Changes"
          columns={['When', 'Who', 'How', 'What', 'Of', 'Set to']}
          rows={rows.map((row) => ({
            key: String(row.id),
            cells: [moment(row.at), row.actor, row.via, row.operation, row.subject ?? '', paramsOf(row)],
          }))}
        />
      )}
      {state === 'more' && (
        <button type="button" onClick={() => void load(rows.at(-1)?.id)}>
          Load older changes
        </button>
      )}
    </Card>
  )
}
