import { useState } from 'preact/hooks'
import type { ListedKey, RotatedKey } from '../../../../../generated/admin.js'
import { call } from '../gateway.js'
import { Choice } from '../parts/basics.js'
import { Deletion } from '../parts/deletion.js'
import { Dialog, focusPage } from '../parts/dialog.js'
import { quotedName } from './account-page.js'

export type KeyAction = { readonly what: 'revoke' | 'rotate' | 'delete'; readonly key: ListedKey }

interface AskedProps {
  readonly asked: KeyAction
  onClose(): void
  onDone(made: RotatedKey | undefined): void
}

const GRACES: Readonly<Record<string, number>> = {
  'At once': 0,
  'In an hour': 3_600,
  'In a day': 86_400,
  'In a week': 604_800,
}

/** Options for the secret of a rotated key; undefined: as the old key. */
const SECRETS: Readonly<Record<string, boolean>> = { 'With a new secret': true, 'Without a secret': false }

const RotateDialog = ({ asked: { key }, onClose, onDone }: AskedProps) => {
  const [grace, setGrace] = useState('In a day')
  const [secret, setSecret] = useState(key.hasSecret ? 'With a new secret' : 'Without a secret')
  const name = quotedName(key)
  const rotate = () =>
    call('key.rotate', {
      id: key.id,
      graceSeconds: GRACES[grace]!,
      ...(!key.requiresToken && { secret: SECRETS[secret]! }),
    })
  return (
    <Dialog
      title={`Rotate ${name}?`}
      action="Rotate"
      done={`Key ${name} is replaced.`}
      onConfirm={rotate}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        A new key with the same settings is made. The old one works on for a while, so that callers can change over.
      </p>
      <Choice isCaptioned label="The old key ends" choices={Object.keys(GRACES)} chosen={grace} onChoose={setGrace} />
      {!key.requiresToken && (
        <Choice isCaptioned label="The new key" choices={Object.keys(SECRETS)} chosen={secret} onChoose={setSecret} />
      )}
    </Dialog>
  )
}

/** Asks before a change that affects callers: to revoke, rotate or delete a key. */
export const AskedDialog = ({ asked, onClose, ...props }: AskedProps) => {
  const { what, key } = asked
  const name = quotedName(key)
  const onDone = (made: RotatedKey | undefined) => {
    focusPage()
    props.onDone(made)
  }
  if (what === 'rotate') return <RotateDialog asked={asked} onClose={onClose} onDone={onDone} />
  if (what === 'revoke')
    return (
      <Dialog
        title={`Revoke ${name}?`}
        action="Revoke"
        done={`Key ${name} is revoked: running gateways refuse it within a second.`}
        onConfirm={() => call('key.revoke', { id: key.id })}
        onDone={() => onDone(undefined)}
        onClose={onClose}
      >
        <p>Calls with it are refused from now on, and open WebSockets are closed. This cannot be undone.</p>
      </Dialog>
    )
  return (
    <Deletion
      name={key.label || key.id}
      done={`Key ${name} is deleted: running gateways refuse it within a second.`}
      onConfirm={() => call('key.delete', { id: key.id, yes: true })}
      onDone={() => onDone(undefined)}
      onClose={onClose}
    >
      <p>The key is no more in any list. What it used stays, under its id. This cannot be undone.</p>
    </Deletion>
  )
}
