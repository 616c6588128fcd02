import { useEffect, useState } from 'preact/hooks'
import type { RankedBy, Ranking } from '../../../../../generated/admin.js'
import { useDraft } from '../draft.js'
import { limitErrors, readLimit } from '../field-errors.js'
import { ago, clock, count, percent } from '../format.js'
import { call } from '../gateway.js'
import { useLoad } from '../load.js'
import type { PageFacts } from '../page-data.js'
import { Badge, Card, Choice, Empty, Shown, Table } from '../parts/basics.js'
import { TextField } from '../parts/fields.js'
import { announce } from '../state.js'
import { useBusy } from '../use-busy.js'
import { useFieldErrors } from '../use-field-errors.js'

const EMPTY = { name: '', email: '', plan: '', dailyCredits: '', creditsPerSecond: '' }

const LABELS = {
  name: 'Name',
  email: 'Holder’s e-mail address',
  plan: 'Plan',
  dailyCredits: 'Credits a day',
  creditsPerSecond: 'Credits a second',
} as const

const NewAccount = ({ facts }: { facts: PageFacts }) => {
  const [draft, change, forget] = useDraft('account', EMPTY)
  const { errors, setErrors, refuse } = useFieldErrors(LABELS)
  const [isBusy, run] = useBusy()
  const chosen = facts.plans.find(({ name }) => name === draft.plan) ?? facts.plans[0]
  const isOwn = chosen !== undefined && (chosen.dailyCredits === undefined || chosen.creditsPerSecond === undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    const { dailyCredits, creditsPerSecond } = draft
    const found = isOwn ? limitErrors({ dailyCredits, creditsPerSecond }) : {}
    setErrors(found)
    if (Object.keys(found).length === 0) await run(() => create().catch(refuse))
  }
  const create = async () => {
    const { dailyCredits, creditsPerSecond } = draft
    const limits = isOwn
      ? { dailyCredits: readLimit(dailyCredits) ?? 0, creditsPerSecond: readLimit(creditsPerSecond) ?? 0 }
      : {}
    const { name, email } = draft
    const optional = email.trim() === '' ? {} : { email }
    const made = await call('account.create', { name, plan: chosen?.name ?? '', ...optional, ...limits })
    announce(`Account ${made.name} is made. Invite its holder, or create a key.`)
    forget()
    location.hash = `#/accounts/${made.id}`
  }
  const text = (name: 'name' | 'email' | 'dailyCredits' | 'creditsPerSecond') => (
    <TextField
      id={`account-${name}`}
      label={LABELS[name]}
      isRequired={name !== 'email'}
      value={draft[name]}
      error={errors[name]}
      onInput={(value) => change({ [name]: value })}
    />
  )
  return (
    <details>
      <summary>Create an account</summary>
      <form class="form" onSubmit={(event) => void submit(event)}>
        {text('name')}
        {text('email')}
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
        {isOwn && text('dailyCredits')}
        {isOwn && text('creditsPerSecond')}
        {(errors[''] ?? errors.plan) !== undefined && (
          <p class="trouble" role="alert">
            {errors[''] ?? errors.plan}
          </p>
        )}
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            Create the account
          </button>
        </div>
      </form>
    </details>
  )
}

const ORDERS: Readonly<Record<string, RankedBy>> = {
  'Used today': 'credits',
  '% of the plan': 'share',
  Errors: 'errors',
  'Last call': 'lastUsed',
}

const AccountTable = ({ ranking, isSearch }: { readonly ranking: Ranking; readonly isSearch: boolean }) => {
  if (ranking.rows.length === 0)
    return <Empty>{isSearch ? 'No account is found.' : 'There is no account yet: create the first one above.'}</Empty>
  return (
    <Table
      caption="Accounts"
      columns={['Account', 'Id', 'Plan', 'Used today', '% of the plan', 'Calls', 'Errors', 'Last call', 'State']}
      numbers={[3, 4, 5, 6]}
      rows={ranking.rows.map(({ account, dailyCredits, credits, calls, errors, lastUsedAt }) => ({
        key: account.id,
        cells: [
          <a key="name" href={`#/accounts/${account.id}`}>
            {account.name}
          </a>,
          <code key="id">{account.id}</code>,
          account.plan,
          count(credits),
          percent(credits, dailyCredits),
          count(calls),
          count(errors),
          ago(lastUsedAt),
          <Badge key="state" tone={account.isSuspended ? 'bad' : 'good'}>
            {account.isSuspended ? 'suspended' : 'active'}
          </Badge>,
        ],
      }))}
    />
  )
}

const PAGE_ACCOUNTS = 100
const MAX_ACCOUNTS = 500
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

export const AccountsPage = ({ facts }: { facts: PageFacts }) => {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState('Used today')
  const [limit, setLimit] = useState(PAGE_ACCOUNTS)
  const wanted = useTyped(search)
  const loaded = useLoad(`accounts ${limit} ${order} ${wanted}`, async () => ({
    ...(await call('usage.ranking', { search: wanted, by: ORDERS[order]!, limit })),
    asOfMs: Date.now(),
  }))
  return (
    <Card title="Accounts by what they did today">
      <NewAccount facts={facts} />
      <div class="choices">
        <div class="field">
          <label for="search">Find an account by name, id, plan or e-mail</label>
          <input id="search" type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </div>
        <Choice isCaptioned label="Sort by" choices={Object.keys(ORDERS)} chosen={order} onChoose={setOrder} />
        <button type="button" onClick={loaded.reload}>
          Read again
        </button>
      </div>
      <Shown of={loaded}>
        {(ranking) => (
          <>
            <p class="soft">
              {ranking.accounts === 1 ? '1 account' : `${count(ranking.accounts)} accounts`}: {count(ranking.credits)}{' '}
              credits, {count(ranking.calls)} charged calls, {count(ranking.errors)} errors (free refusals included)
              today, as of {clock(ranking.asOfMs)}.
              {ranking.rows.length < ranking.accounts && ` The first ${ranking.rows.length} are shown.`}
            </p>
            <AccountTable ranking={ranking} isSearch={wanted !== ''} />
            {ranking.rows.length < ranking.accounts && limit < MAX_ACCOUNTS && (
              <button type="button" onClick={() => setLimit(MAX_ACCOUNTS)}>
                Show {MAX_ACCOUNTS}
              </button>
            )}
          </>
        )}
      </Shown>
    </Card>
  )
}
