import { useState } from 'preact/hooks'
import type { ListedKey } from '../../../../../generated/admin.js'
import { ago, count, moment } from '../format.js'
import { call } from '../gateway.js'
import { useLoadOfUsage } from '../load.js'
import { Badge, Card, Choice, Empty, PAGE_ROWS, Table } from '../parts/basics.js'
import type { AccountPage } from './account-page.js'
import type { KeyAction } from './key-actions.js'

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

interface KeyListProps {
  readonly page: AccountPage
  onAsk(asked: KeyAction): void
}

const RowActions = ({ page, onAsk, of }: KeyListProps & { readonly of: ListedKey }) => {
  // A rotated key has the label of the new one.
  const name = `${of.label || of.id}${of.revokesAt === undefined ? '' : `, until ${moment(of.revokesAt)}`}`
  const button = (action: string, what: KeyAction['what']) => (
    <button type="button" onClick={() => onAsk({ what, key: of })} aria-label={`${action} ${name}`}>
      {action}
    </button>
  )
  return (
    <span class="row-actions">
      {!of.isRevoked && (
        <>
          <a href={page.link('keys', of.id)}>Change</a>
          {button('Rotate', 'rotate')}
          {button('Revoke', 'revoke')}
        </>
      )}
      {page.isOperator && button('Delete', 'delete')}
    </span>
  )
}

interface KeyTableProps extends KeyListProps {
  readonly keys: readonly ListedKey[]
  /** By the key's id; undefined until they are loaded. */
  readonly creditsToday: ReadonlyMap<string | undefined, number> | undefined
}

const KeyTable = ({ keys, creditsToday, ...props }: KeyTableProps) => (
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
        creditsToday === undefined ? '–' : count(creditsToday.get(key.id) ?? 0),
        ago(key.lastUsedAt),
        <RowActions key="actions" {...props} of={key} />,
      ],
    }))}
  />
)

interface KeySearchProps {
  readonly page: AccountPage
  readonly text: string
  onType(text: string): void
}

const KeySearch = ({ page, text, onType }: KeySearchProps) => (
  <div class="choices">
    <div class="field">
      <label for="key-search">
        Find a key by label or id{page.moreKeys && `, among the first ${count(page.keys.length)}`}
      </label>
      <input id="key-search" type="search" value={text} onInput={(event) => onType(event.currentTarget.value)} />
    </div>
  </div>
)

/** The keys of an account, with a search where they are many. */
export const KeyList = ({ page, onAsk }: KeyListProps) => {
  const { id } = page.account
  const used = useLoadOfUsage(`by key ${id}`, () => call('usage', { account: id, by: 'key' }))
  const creditsToday = used.value && new Map(used.value.rows.map((row) => [row.key, row.credits]))
  const [shown, setShown] = useState('In use')
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const isFound = (key: ListedKey) => `${key.label} ${key.id}`.toLowerCase().includes(wanted)
  const keys = page.keys.filter((key) => (shown === 'All' || !key.isRevoked) && isFound(key))
  return (
    <Card
      title="Keys of this account"
      more={
        <>
          <Choice label="Keys shown" choices={['In use', 'All']} chosen={shown} onChoose={setShown} />
          <a class="button primary" href={page.link('keys', 'new')}>
            Create a key
          </a>
        </>
      }
    >
      {page.keys.length > PAGE_ROWS && <KeySearch page={page} text={search} onType={setSearch} />}
      {keys.length === 0 && page.keys.length > 0 && (
        <Empty>{wanted === '' ? 'Every key here is revoked. “All” shows them.' : 'No key is found.'}</Empty>
      )}
      {page.keys.length === 0 && (
        <Empty>
          No key yet. A key is part of the address that your program calls; give each program its own, so that you see
          what it spends and can revoke it alone.
        </Empty>
      )}
      {keys.length > 0 && <KeyTable page={page} onAsk={onAsk} keys={keys} creditsToday={creditsToday} />}
      {page.moreKeys && (
        <button type="button" onClick={page.moreKeys}>
          Show more keys
        </button>
      )}
    </Card>
  )
}
