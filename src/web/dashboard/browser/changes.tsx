import { useEffect, useState } from 'preact/hooks'
import type { AuditEntry } from '../../../../generated/admin.js'
import { changeSentence, type KnownNames } from './change-sentence.js'
import { dayText } from './format.js'
import { call, readTrouble } from './gateway.js'
import { useLoad } from './load.js'
import { Card, Choice, Empty } from './parts/basics.js'
import { goneSinceMs } from './state.js'

const PAGE = 100

interface ChangesProps {
  /** The account whose changes are listed; none: all. */
  readonly account?: string
  readonly reader: string | undefined
  readonly names: KnownNames
}

const isSignIn = ({ operation }: AuditEntry): boolean => operation.startsWith('sign-in')

/** The lists that a reader may choose, by their words. */
const KINDS: Readonly<Record<string, (entry: AuditEntry) => boolean>> = {
  Everything: () => true,
  Changes: (entry) => !isSignIn(entry),
  'Sign-ins': isSignIn,
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
  const [kind, setKind] = useState('Everything')
  const load = async (before: number | undefined) => {
    setState('loading')
    setError('')
    const params = { ...(account && { account }), ...(before && { before }), limit: PAGE }
    try {
      const page = await call('audit', params)
      setRows((known) => (before === undefined ? page : [...known, ...page]))
      setState(page.length < PAGE ? 'all' : 'more')
    } catch (refused) {
      setError(readTrouble(refused as Error))
      setState('more')
    }
  }
  useEffect(() => void load(undefined), [account, goneSinceMs.value === undefined])
  const shown = rows.filter(KINDS[kind]!)
  return (
    <Card title="Changes and sign-ins">
      {error !== '' && (
        <p class="trouble" role="alert">
          {error}
        </p>
      )}
      {rows.length === 0 && state !== 'loading' && error === '' && (
        <Empty>Nothing was changed yet. Every change and every sign-in is listed here: who, what and when.</Empty>
      )}
      {rows.length > 0 && <Choice label="What to list" choices={Object.keys(KINDS)} chosen={kind} onChoose={setKind} />}
      {rows.length > 0 && shown.length === 0 && <Empty>None among the newest {rows.length} entries.</Empty>}
      {byDay(shown).map(([day, entries]) => (
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
                      <a href={`#/accounts/${entry.accountId}`}>
                        <bdi>{names.get(entry.accountId) ?? entry.accountId}</bdi>
                      </a>
                      )
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
          {rows.length === 0 ? 'Try again' : 'Load older entries'}
        </button>
      )}
    </Card>
  )
}
