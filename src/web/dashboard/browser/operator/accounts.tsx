import { useEffect, useState } from 'preact/hooks'
import type { Account } from '../../../../../generated/admin.js'
import { readLimit } from '../credit-limit.js'
import { useDraft } from '../draft.js'
import { count, moment } from '../format.js'
import { call } from '../gateway.js'
import { useLoad } from '../load.js'
import { readPages } from '../pages.js'
import { Badge, Card, Empty, Shown, Table } from '../parts/basics.js'
import { announce, type PageFacts } from '../state.js'

const EMPTY = { name: '', plan: '', dailyCredits: '', creditsPerSecond: '' }

const NewAccount = ({ facts }: { facts: PageFacts }) => {
  const [draft, change, forget] = useDraft('account', EMPTY)
  const [error, setError] = useState('')
  const chosen = facts.plans.find(({ name }) => name === draft.plan) ?? facts.plans[0]
  const isOwn = chosen !== undefined && (chosen.dailyCredits === undefined || chosen.creditsPerSecond === undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      const limits = isOwn
        ? { dailyCredits: readLimit(draft.dailyCredits) ?? 0, creditsPerSecond: readLimit(draft.creditsPerSecond) ?? 0 }
        : {}
      const made = await call('account.create', { name: draft.name, plan: chosen?.name ?? '', ...limits })
      announce(`Account ${made.name} is made. Invite its holder, or create a key.`)
      forget()
      location.hash = `#/accounts/${made.id}`
    } catch (refused) {
      setError((refused as Error).message)
    }
  }
  const text = (name: 'name' | 'dailyCredits' | 'creditsPerSecond', label: string) => (
    <div class="field">
      <label for={`account-${name}`}>{label}</label>
      <input
        id={`account-${name}`}
        type="text"
        required
        autocomplete="off"
        value={draft[name]}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  )
  return (
    <details>
      <summary>Create an account</summary>
      <form class="form" onSubmit={(event) => void submit(event)}>
        {text('name', 'Name')}
        <div class="field">
          <label for="account-plan">Plan</label>
          <select
            id="account-plan"
            value={chosen?.name}
            onChange={(event) => change({ plan: event.currentTarget.value })}
          >
            {facts.plans.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        {isOwn && text('dailyCredits', 'Credits a day')}
        {isOwn && text('creditsPerSecond', 'Credits a second')}
        {error !== '' && (
          <p class="trouble" role="alert">
            {error}
          </p>
        )}
        <div class="actions">
          <button type="submit" class="primary">
            Create the account
          </button>
        </div>
      </form>
    </details>
  )
}

interface AccountTableProps {
  readonly facts: PageFacts
  readonly accounts: readonly Account[]
  readonly isSearch: boolean
}

const AccountTable = ({ facts, accounts, isSearch }: AccountTableProps) => {
  if (accounts.length === 0)
    return <Empty>{isSearch ? 'None is found.' : 'There is no account yet: create the first one above.'}</Empty>
  return (
    <Table
      caption="Accounts"
      columns={['Account', 'Id', 'Plan', 'Credits a day', 'Failover', 'State', 'Since']}
      numbers={[3]}
      rows={accounts.map((account) => ({
        key: account.id,
        cells: [
          <a key="name" href={`#/accounts/${account.id}`}>
            {account.name}
          </a>,
          <code key="id">{account.id}</code>,
          account.plan,
          count(account.dailyCredits ?? facts.plans.find(({ name }) => name === account.plan)?.dailyCredits ?? 0),
          account.isFailoverOn ? 'on' : 'off',
          account.isSuspended ? (
            <Badge key="state" tone="bad">
              suspended
            </Badge>
          ) : (
            <Badge key="state" tone="good">
              active
            </Badge>
          ),
          moment(account.createdAt),
        ],
      }))}
    />
  )
}

const PAGE_ACCOUNTS = 500
/** Pause after the last letter of a search, before the page sends it. */
const TYPING_MS = 250

/** The text as it was when the reader last stopped typing. */
const useTyped = (text: string): string => {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

/** The accounts, searchable by any of their data. */
export const AccountsPage = ({ facts }: { facts: PageFacts }) => {
  const [search, setSearch] = useState('')
  const [max, setMax] = useState(PAGE_ACCOUNTS)
  const wanted = useTyped(search)
  const ask = (after: string | undefined) =>
    call('account.list', { search: wanted, limit: PAGE_ACCOUNTS, ...(after !== undefined && { after }) })
  const loaded = useLoad(`accounts ${max} ${wanted}`, () => readPages(ask, PAGE_ACCOUNTS, max))
  return (
    <Card title="Accounts">
      <NewAccount facts={facts} />
      <div class="field">
        <label for="search">Find an account by name, id or plan</label>
        <input id="search" type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </div>
      <Shown of={loaded}>
        {({ records, hasMore }) => (
          <>
            <AccountTable facts={facts} accounts={records} isSearch={wanted !== ''} />
            {hasMore && (
              <button type="button" onClick={() => setMax(max + PAGE_ACCOUNTS)}>
                Show more accounts
              </button>
            )}
          </>
        )}
      </Shown>
    </Card>
  )
}
