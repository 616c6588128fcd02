import { useState } from 'preact/hooks'
import type { CreatedKey } from '../../../../../generated/admin.js'
import { call } from '../gateway.js'
import { useLoad } from '../load.js'
import { Empty, Shown } from '../parts/basics.js'
import { newKeys } from '../state.js'
import type { AccountPage } from './account-page.js'
import { AskedDialog, type KeyAction } from './key-actions.js'
import { KeyForm } from './key-form.js'
import { KeyList } from './key-list.js'
import { NewKeyText } from './key-text.js'

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
