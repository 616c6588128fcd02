import { useState } from 'preact/hooks'
import type { CreatedKey, Key, RotatedKey } from '../../../../../generated/admin.js'
import { ago, count, moment } from '../format.js'
import { call } from '../gateway.js'
import { useLoad } from '../load.js'
import { Badge, Card, Choice, Empty, Table } from '../parts/basics.js'
import { Dialog } from '../parts/dialog.js'
import { attempt } from '../parts/notices.js'
import { KeyForm } from './key-form.js'
import { NewKeyText } from './key-text.js'
import type { AccountPage } from './overview.js'

const stateOf = ({ isRevoked, revokesAt }: Key) => {
  if (isRevoked) return <Badge tone="soft">revoked</Badge>
  return revokesAt === undefined ? (
    <Badge tone="good">active</Badge>
  ) : (
    <Badge tone="warn">until {moment(revokesAt)}</Badge>
  )
}

const limitsOf = ({ dailyLimit, creditsPerSecond, ...key }: Key): string => {
  const lists = [key.allowedMethods, key.allowedContracts, key.allowedOrigins, key.allowedSources]
  return [
    dailyLimit === undefined ? [] : [`${count(dailyLimit)} a day`],
    creditsPerSecond === undefined ? [] : [`${count(creditsPerSecond)} a second`],
    lists.some((list) => list.length > 0) ? ['allowlist'] : [],
  ]
    .flat()
    .join(', ')
}

type Asked = { readonly what: 'revoke' | 'rotate'; readonly key: Key }

interface AskedProps {
  readonly asked: Asked
  onClose(): void
  onDone(made: RotatedKey | undefined): void
}

const GRACES: Readonly<Record<string, number>> = {
  'At once': 0,
  'In an hour': 3_600,
  'In a day': 86_400,
  'In a week': 604_800,
}

/** Revoking and rotating change what callers have in their hands: asked first. */
const AskedDialog = ({ asked: { what, key }, onClose, onDone }: AskedProps) => {
  const [grace, setGrace] = useState('In a day')
  const name = key.label || key.id
  const revoke = async () => {
    if (
      await attempt(`Key ${name} is revoked: running gateways refuse it within a second.`, () =>
        call('key.revoke', { id: key.id }),
      )
    )
      onDone(undefined)
  }
  const rotate = async () => {
    let made: RotatedKey | undefined
    const act = async () => {
      made = await call('key.rotate', { id: key.id, graceSeconds: GRACES[grace]! })
    }
    if (await attempt(`Key ${name} is replaced.`, act)) onDone(made)
  }
  if (what === 'revoke')
    return (
      <Dialog title={`Revoke ${name}?`} action="Revoke" onConfirm={() => void revoke()} onClose={onClose}>
        <p>Calls with it are refused from now on, and open WebSockets are closed. This cannot be undone.</p>
      </Dialog>
    )
  return (
    <Dialog title={`Rotate ${name}?`} action="Rotate" onConfirm={() => void rotate()} onClose={onClose}>
      <p>
        A new key with the same settings is made. The old one works on for a while, so that callers can change over.
      </p>
      <Choice label="The old key ends" choices={Object.keys(GRACES)} chosen={grace} onChoose={setGrace} />
    </Dialog>
  )
}

const KeyList = ({ page, onAsk }: { page: AccountPage; onAsk(asked: Asked): void }) => {
  const { account, link } = page
  const used = useLoad(`by key ${account.id}`, () => call('usage', { account: account.id, by: 'key' }))
  const credits = new Map(used.value?.rows.map((row) => [row.key, row.credits]))
  const [shown, setShown] = useState('In use')
  const keys = account.keys.filter(({ isRevoked }) => shown === 'All' || !isRevoked)
  const actions = (key: Key) =>
    key.isRevoked ? null : (
      <span class="row-actions">
        <a href={link('keys', key.id)}>Change</a>
        <button
          type="button"
          onClick={() => onAsk({ what: 'rotate', key })}
          aria-label={`Rotate ${key.label || key.id}`}
        >
          Rotate
        </button>
        <button
          type="button"
          onClick={() => onAsk({ what: 'revoke', key })}
          aria-label={`Revoke ${key.label || key.id}`}
        >
          Revoke
        </button>
      </span>
    )
  return (
    <Card
      title="Keys"
      more={
        <>
          <Choice label="Keys shown" choices={['In use', 'All']} chosen={shown} onChoose={setShown} />
          <a class="button primary" href={link('keys', 'new')}>
            Create a key
          </a>
        </>
      }
    >
      {keys.length === 0 ? (
        <Empty>
          No key yet. A key is part of the address that your program calls; give each program its own, so that you see
          what it spends and can revoke it alone.
        </Empty>
      ) : (
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
              count(credits.get(key.id) ?? 0),
              ago(key.lastUsedAt),
              actions(key),
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** The keys of an account: list, form, and the text of one just made, which is shown this once. */
export const KeysPage = ({ page, step }: { page: AccountPage; step: string | undefined }) => {
  const [asked, setAsked] = useState<Asked>()
  const [made, setMade] = useState<CreatedKey>()
  const { account, facts, link, reload } = page
  const isDone = (key: CreatedKey | undefined) => {
    setAsked(undefined)
    setMade(key)
    reload()
    if (step !== undefined) location.hash = link('keys')
  }
  const changed = account.keys.find(({ id }) => id === step)
  if (step === 'new') return <KeyForm page={page} onDone={isDone} />
  if (changed !== undefined) return <KeyForm key={changed.id} page={page} changed={changed} onDone={isDone} />
  return (
    <>
      {made && <NewKeyText made={made} facts={facts} onClose={() => setMade(undefined)} />}
      <KeyList page={page} onAsk={setAsked} />
      {asked && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} onDone={isDone} />}
    </>
  )
}
