import { useState } from 'preact/hooks'
import { ago } from '../format.js'
import { useLoad } from '../load.js'
import { Card, Empty, Shown } from '../parts/basics.js'
import { Dialog } from '../parts/dialog.js'
import { TextField } from '../parts/fields.js'
import { attempt } from '../parts/notices.js'
import { addPasskey, hasPasskeys, type ListedPasskey, listPasskeys, removePasskey } from '../passkeys.js'

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
        onInput={(value) => setName(value.slice(0, MAX_NAME))}
      />
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy || name.trim() === ''}>
          Add a passkey
        </button>
      </div>
    </form>
  )
}

const OwnPasskeys = () => {
  const loaded = useLoad('passkeys', listPasskeys)
  const [asked, setAsked] = useState<ListedPasskey>()
  const remove = async ({ id, name }: ListedPasskey) => {
    await attempt(`Passkey ${name} is removed.`, () => removePasskey(id))
    setAsked(undefined)
    loaded.reload()
  }
  return (
    <Card title="Passkeys">
      <Shown of={loaded}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <Empty>With a passkey you sign in without a link, by a fingerprint, a face or a PIN.</Empty>
          ) : (
            <ul class="lines changes passkeys">
              {passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <span class="passkey">
                    <strong>{passkey.name}</strong>
                    <br />
                    <span class="soft">
                      added {ago(passkey.createdAt)},{' '}
                      {passkey.lastUsedAt === undefined ? 'not used yet' : `used ${ago(passkey.lastUsedAt)}`}
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
      <AddForm onDone={loaded.reload} />
      {asked !== undefined && (
        <Dialog
          title={`Remove ${asked.name}?`}
          action="Remove"
          onConfirm={() => void remove(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            It signs nobody in any more, and the sessions that it began end. Without any passkey, ask the operator for a
            link.
          </p>
        </Dialog>
      )}
    </Card>
  )
}

/** The holder's passkeys, where the browser and the address allow them. */
export const Passkeys = () => (hasPasskeys() ? <OwnPasskeys /> : null)
