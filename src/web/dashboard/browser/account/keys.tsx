import { useState } from 'preact/hooks'
import type { CreatedKey, ListedKey } from '../../../../../generated/admin.js'
import { ago, count, moment } from '../format.js'
import { call } from '../gateway.js'
import { useLoad, useLoadOfUsage } from '../load.js'
import { Badge, Card, Choice, Empty, PAGE_ROWS, Shown, Table } from '../parts/basics.js'
import { newKeys } from '../state.js'
import type { AccountPage } from './account-page.js'
import { AskedDialog, type KeyAction } from './key-actions.js'
import { KeyForm } from './key-form.js'
import { NewKeyText } from './key-text.js'

const stateOf = ({ isRevoked, revokesAt }: ListedKey) => {
  if (isRevoked) return <Badge tone="soft">revoked</Badge>
  return revokesAt === undefined ? (
    <Badge tone="good">active</Badge>
  ) : (
    <Badge tone="warn">until {moment(revokesAt)}</Badge>
  )
}

const limitsOf = ({ dailyLimit, creditsPerSecond, ...key }: ListedKey): string =>
  [
    dailyLimit === undefined ? [] : [`${count(dailyLimit)} a day`],
    creditsPerSecond === undefined ? [] : [`${count(creditsPerSecond)} a second`],
    key.allowlists.length > 0 ? [`only some ${key.allowlists.join(', ')}`] : [],
    key.hasSecret ? ['secret'] : [],
    key.requiresToken ? ['token'] : [],
  ]
    .flat()
    .join(', ')

const KeyList = ({ page, onAsk }: { page: AccountPage; onAsk(asked: KeyAction): void }) => {
  const { account, link, isOperator } = page
  const used = useLoadOfUsage(`by key ${account.id}`, () => call('usage', { account: account.id, by: 'key' }))
  const credits = new Map(used.value?.rows.map((row) => [row.key, row.credits]))
  const [shown, setShown] = useState('In use')
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const isFound = ({ label, id }: ListedKey) => `${label} ${id}`.toLowerCase().includes(wanted)
  const keys = page.keys.filter((key) => (shown === 'All' || !key.isRevoked) && isFound(key))
  const button = (action: string, what: KeyAction['what'], key: ListedKey) => (
    <button type="button" onClick={() => onAsk({ what, key })} aria-label={`${action} ${key.label || key.id}`}>
      {action}
    </button>
  )
  const actions = (key: ListedKey) => (
    <span class="row-actions">
      {!key.isRevoked && (
        <>
          <a href={link('keys', key.id)}>Change</a>
          {button('Rotate', 'rotate', key)}
          {button('Revoke', 'revoke', key)}
        </>
      )}
      {isOperator && button('Delete', 'delete', key)}
    </span>
  )
  return (
    <Card
      title="Keys of this account"
      more={
        <>
          <Choice label="Keys shown" choices={['In use', 'All']} chosen={shown} onChoose={setShown} />
          <a class="button primary" href={link('keys', 'new')}>
            Create a key
          </a>
        </>
      }
    >
      {page.keys.length > PAGE_ROWS && (
        <div class="choices">
          <div class="field">
            <label for="key-search">
              Find a key by label or id{page.moreKeys && `, among the first ${count(page.keys.length)}`}
            </label>
            <input
              id="key-search"
              type="search"
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
        </div>
      )}
      {keys.length === 0 && page.keys.length > 0 && (
        <Empty>{wanted === '' ? 'Every key here is revoked. “All” shows them.' : 'No key is found.'}</Empty>
      )}
      {page.keys.length === 0 && (
        <Empty>
          No key yet. A key is part of the address that your program calls; give each program its own, so that you see
          what it spends and can revoke it alone.
        </Empty>
      )}
      {keys.length > 0 && (
        <Table
          caption="Keys"
          columns={['Key', 'State', 'Networks', 'Limits', 'Credits today', 'Last used', 'Actions']}
          numbers={[4]}
          rows={keys.map((key) => ({
            key: key.id,
            cells: [
              <span key="name" title={key.id}>
                {key.label || key.id}
              </span>,
              stateOf(key),
              key.networks.join(', '),
              limitsOf(key),
              used.value === undefined ? '–' : count(credits.get(key.id) ?? 0),
              ago(key.lastUsedAt),
              actions(key),
            ],
          }))}
        />
      )}
      {page.moreKeys && (
        <button type="button" onClick={page.moreKeys}>
          Show more keys
        </button>
      )}
    </Card>
  )
}

/** The form that changes a key. It reads the allowlists, which lists of keys omit. */
const ChangeKey = ({ page, id, onDone }: { page: AccountPage; id: string; onDone(made: undefined): void }) => {
  const loaded = useLoad(`key ${id}`, () => call('key.show', { id }))
  return (
    <Shown of={loaded}>
      {(key) =>
        key.accountId === page.account.id ? (
          <KeyForm key={key.id} page={page} changed={key} onDone={onDone} />
        ) : (
          <Empty>This account has no such key.</Empty>
        )
      }
    </Shown>
  )
}

/** The keys of an account: list, form, and the texts of new keys, which are shown only once. */
export const KeysPage = ({ page, step }: { page: AccountPage; step: string | undefined }) => {
  const [asked, setAsked] = useState<KeyAction>()
  const { link, reload } = page
  const accountId = page.account.id
  const isDone = (key: CreatedKey | undefined) => {
    setAsked(undefined)
    if (key !== undefined) newKeys.value = [{ ...key, accountId }, ...newKeys.value]
    reload()
    if (step !== undefined) location.hash = link('keys')
  }
  if (step === 'new') return <KeyForm page={page} onDone={isDone} />
  if (step !== undefined) return <ChangeKey page={page} id={step} onDone={isDone} />
  return (
    <>
      {newKeys.value
        .filter((made) => made.accountId === accountId)
        .map((made) => (
          <NewKeyText
            key={made.id}
            made={made}
            page={page}
            onClose={() => (newKeys.value = newKeys.value.filter((key) => key !== made))}
          />
        ))}
      <KeyList page={page} onAsk={setAsked} />
      {asked && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} onDone={isDone} />}
    </>
  )
}
