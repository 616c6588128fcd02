import { useState } from 'preact/hooks'
import { ago } from '../format.js'
import { call } from '../gateway.js'
import { useLoad } from '../load.js'
import { Card, Empty, Shown } from '../parts/basics.js'
import { Dialog, focusPage } from '../parts/dialog.js'
import { TextField } from '../parts/fields.js'
import { attempt } from '../parts/notices.js'
import { addPasskey, hasPasskeys, type ListedPasskey, listPasskeys, removePasskey } from '../passkeys.js'
import type { AccountPage } from './account-page.js'

const MAX_NAME = 64

const AddForm = ({ onDone }: { onDone(): void }) => {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    const given = name.trim()
    const isAdded = await attempt(`Passkey ${given} is added.`, () => addPasskey(given))
    setBusy(false)
    if (!isAdded) return
    setName('')
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField
        id="passkey-name"
        label="Name of a new passkey"
        hint="The device or password manager that keeps it: work laptop."
        value={name}
        error={undefined}
        isRequired
        onInput={(value) => setName([...value].slice(0, MAX_NAME).join(''))}
      />
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy || name.trim() === ''}>
          Add a passkey
        </button>
      </div>
    </form>
  )
}

interface PasskeyCardProps {
  readonly loadKey: string
  /** Shown if there is no passkey. */
  readonly empty: string
  /** Shown before a removal. */
  readonly warning: string
  readonly add?: (reload: () => void) => preact.ComponentChildren
  list(): Promise<readonly ListedPasskey[]>
  remove(id: string): Promise<unknown>
}

const PasskeyCard = ({ loadKey, empty, warning, add, list, remove }: PasskeyCardProps) => {
  const loaded = useLoad(loadKey, list)
  const [asked, setAsked] = useState<ListedPasskey>()
  const close = () => {
    setAsked(undefined)
    // A removal may be refused because the passkey is gone already.
    loaded.reload()
  }
  const removed = () => {
    focusPage()
    // The dialog may have been left while the action ran.
    loaded.reload()
  }
  return (
    <Card title="Passkeys">
      <Shown of={loaded}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <Empty>{empty}</Empty>
          ) : (
            <ul class="lines changes passkeys">
              {passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <span class="passkey">
                    <strong>{passkey.name}</strong>
                    <br />
                    <span class="soft">
                      added {ago(passkey.createdAt)},{' '}
                      {passkey.lastUsedAt ? `used ${ago(passkey.lastUsedAt)}` : 'not used yet'}
                    </span>
                  </span>
                  <button type="button" aria-label={`Remove ${passkey.name}`} onClick={() => setAsked(passkey)}>
                    Remove
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {add?.(loaded.reload)}
      {asked !== undefined && (
        <Dialog
          title={`Remove ${asked.name}?`}
          action="Remove"
          done={`Passkey ${asked.name} is removed.`}
          onConfirm={() => remove(asked.id)}
          onDone={removed}
          onClose={close}
        >
          <p>{warning}</p>
        </Dialog>
      )}
    </Card>
  )
}

const OwnPasskeys = () => (
  <PasskeyCard
    loadKey="passkeys"
    empty="With a passkey you sign in without a link, by a fingerprint, a face or a PIN."
    warning="It signs nobody in any more, and the sessions that it began end. Without any passkey, ask the operator for a link."
    add={(reload) => <AddForm onDone={reload} />}
    list={listPasskeys}
    remove={removePasskey}
  />
)

/** The reader's own passkeys, where the browser and the address allow them. */
export const Passkeys = () => (hasPasskeys() ? <OwnPasskeys /> : null)

/** The passkeys of an account's holder, for the operator, who can only remove them. */
export const HolderPasskeys = ({ page: { account } }: { page: AccountPage }) => (
  <PasskeyCard
    loadKey={`passkeys of ${account.id}`}
    empty="The account’s holder has no passkey."
    warning="It signs nobody in any more, and the sessions that it began end. Without any passkey, the account’s holder needs a new invitation."
    list={() => call('account.passkeys', { id: account.id })}
    remove={(passkey) => call('account.remove-passkeys', { id: account.id, passkey })}
  />
)
