import { useEffect, useState } from 'preact/hooks'
import type { AuditEntry } from '../../../../generated/admin.js'
import { changeSentence, type KnownNames } from './change-sentence.js'
import { dayText } from './format.js'
import { call } from './gateway.js'
import { useLoad } from './load.js'
import { Card, Empty } from './parts/basics.js'

const PAGE = 100

interface ChangesProps {
  /** The account whose changes are listed; none: all. */
  readonly account?: string
  /** See changeSentence. */
  readonly reader: string | undefined
  readonly names: KnownNames
}

const byDay = (rows: readonly AuditEntry[]): [string, AuditEntry[]][] => {
  const days = new Map<string, AuditEntry[]>()
  for (const row of rows) {
    const day = row.at.slice(0, 10)
    const others = days.get(day)
    if (others === undefined) days.set(day, [row])
    else others.push(row)
  }
  return [...days]
}

/** Accounts whose names are shown instead of their ids. */
const NAMED_ACCOUNTS = 500

/** All changes, for the operator. */
export const AllChanges = () => {
  const loaded = useLoad('names', () => call('account.list', { limit: NAMED_ACCOUNTS }))
  const names = new Map(loaded.value?.map(({ id, name }) => [id, name]))
  return <Changes reader={undefined} names={names} />
}

/** Lists who changed what, and when, in sentences: of one account or of everything. */
export const Changes = ({ account, reader, names }: ChangesProps) => {
  const [rows, setRows] = useState<readonly AuditEntry[]>([])
  const [state, setState] = useState<'loading' | 'more' | 'all'>('loading')
  const [error, setError] = useState('')
  const load = async (before: number | undefined) => {
    setState('loading')
    setError('')
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
    <Card title="Who changed what">
      {error !== '' && (
        <p class="trouble" role="alert">
          {error}
        </p>
      )}
      {rows.length === 0 && state !== 'loading' && error === '' && (
        <Empty>Nothing was changed yet. Every change is listed here: who made it, and when.</Empty>
      )}
      {byDay(rows).map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h3>{dayText(day)}</h3>
          <ul class="lines changes">
            {entries.map((entry) => (
              <li key={entry.id}>
                <time class="soft" dateTime={entry.at}>
                  {entry.at.slice(11, 16)} UTC
                </time>
                <span>
                  {changeSentence(entry, reader, names)}
                  {account === undefined && entry.accountId !== null && (
                    <>
                      {' ('}
                      <a href={`#/accounts/${entry.accountId}`}>{names.get(entry.accountId) ?? entry.accountId}</a>)
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {state === 'more' && (
        <button type="button" onClick={() => void load(rows.at(-1)?.id)}>
          Load older changes
        </button>
      )}
    </Card>
  )
}
