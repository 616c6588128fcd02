import { useState } from 'preact/hooks'
import type { CreatedKey, Key } from '../../../../../generated/admin.js'
import { useDraft } from '../draft.js'
import { count } from '../format.js'
import { call } from '../gateway.js'
import { Card, Choice } from '../parts/basics.js'
import { announce } from '../state.js'
import type { AccountPage } from './account-page.js'
import { draftOf, emptyFor, type KeyDraft, type Proof, settingsOf, settingsOfKey } from './key-draft.js'

interface Fields {
  readonly draft: KeyDraft
  change(changes: Partial<KeyDraft>): void
}

type TextName = 'label' | 'dailyLimit' | 'creditsPerSecond' | 'allowedContracts' | 'allowedOrigins' | 'allowedSources'

interface FieldProps extends Fields {
  readonly name: TextName
  readonly label: string
  readonly hint: string
  readonly isList?: boolean
}

const Field = ({ name, label, hint, isList = false, draft, change }: FieldProps) => {
  const shared = {
    id: name,
    value: draft[name],
    'aria-describedby': `${name}-hint`,
    onInput: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  }
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {isList ? (
        <textarea rows={2} spellcheck={false} {...shared} />
      ) : (
        <input type="text" autocomplete="off" {...shared} />
      )}
      <p class="soft" id={`${name}-hint`}>
        {hint}
      </p>
    </div>
  )
}

interface ChecksProps extends Fields {
  readonly name: 'networks' | 'allowedMethods'
  readonly legend: string
  readonly choices: readonly { readonly name: string; readonly note: string }[]
}

const Checks = ({ name, legend, choices, draft, change }: ChecksProps) => {
  const chosen = draft[name]
  const toggle = (one: string) =>
    change({ [name]: chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one] })
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      <div class="check-list">
        {choices.map((choice) => (
          <label key={choice.name}>
            <input type="checkbox" checked={chosen.includes(choice.name)} onChange={() => toggle(choice.name)} />
            <span>{choice.name}</span> <span class="soft">{choice.note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Allowlists = ({ page, ...fields }: Fields & { page: AccountPage }) => {
  const { draft } = fields
  const isUsed =
    draft.allowedMethods.length > 0 || `${draft.allowedContracts}${draft.allowedOrigins}${draft.allowedSources}` !== ''
  return (
    <details open={isUsed}>
      <summary>Allowlists: what the key may be used for, and from where</summary>
      <Checks
        {...fields}
        name="allowedMethods"
        legend="Methods; none chosen means all"
        choices={page.facts.methods.map(({ name, credits }) => ({ name, note: `${count(credits)} credits` }))}
      />
      <Field
        {...fields}
        name="allowedContracts"
        label="Contract addresses"
        hint="One a line; empty means all."
        isList
      />
      <Field
        {...fields}
        name="allowedOrigins"
        label="Web origins"
        hint="Such as https://app.example, one a line; empty means all. For keys that stand in web pages."
        isList
      />
      <Field
        {...fields}
        name="allowedSources"
        label="Source networks"
        hint="Such as 10.0.0.0/8, or addresses, one a line; empty means all."
        isList
      />
    </details>
  )
}

const PROOFS: Readonly<Record<Proof, readonly [name: string, hint: string]>> = {
  nothing: ['The key alone', 'Whoever has the address can call.'],
  secret: ['A secret, too', 'Callers send it as the password of Basic; it is shown once, beside the key.'],
  token: ['A token, too', 'Callers send a token (JWT) of your own issuer, which says who they are and for how long.'],
}

interface ProofsProps extends Fields {
  readonly page: AccountPage
  readonly changed: Key | undefined
}

/**
 * What callers send besides the key. A secret is made or removed only with the key's text, by
 * rotation.
 */
const Proofs = ({ page, changed, draft, change }: ProofsProps) => {
  const offered = (['nothing', 'secret', 'token'] as const).filter(
    (proof) =>
      (proof !== 'secret' || changed === undefined) &&
      (proof !== 'token' || page.facts.hasTokens || changed?.requiresToken),
  )
  if (changed?.hasSecret)
    return <p class="soft">Callers send a secret beside this key. Rotate it to change the secret, or to do without.</p>
  if (offered.length < 2) return null
  const nameOf = (proof: Proof) => PROOFS[proof][0]
  return (
    <div class="field">
      <span class="label">What callers send</span>
      <Choice
        label="What callers send"
        choices={offered.map(nameOf)}
        chosen={nameOf(draft.proof)}
        onChoose={(name) => change({ proof: offered.find((proof) => nameOf(proof) === name)! })}
      />
      <p class="soft">{PROOFS[draft.proof][1]}</p>
    </div>
  )
}

interface KeyFormProps {
  readonly page: AccountPage
  readonly changed?: Key
  onDone(made: CreatedKey | undefined): void
}

const useSaving = ({ page, changed, onDone }: KeyFormProps, draft: KeyDraft, forget: () => void) => {
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const settings = settingsOf(draft)
    if (changed === undefined) {
      const secret = draft.proof === 'secret'
      const made = await call('key.create', { account: page.account.id, ...settings, secret })
      announce(`Key ${settings.label || made.id} is made. Its text is shown this once.`)
      forget()
      return onDone(made)
    }
    await call('key.set', { id: changed.id, ...settings })
    const before = settingsOfKey(changed)
    const undo = () => call('key.set', { id: changed.id, ...before }).then(page.reload)
    announce(`Key ${settings.label || changed.id} is changed; running gateways see it within a second.`, undo)
    forget()
    onDone(undefined)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError('')
    await save().catch((refused: Error) => setError(refused.message))
    setBusy(false)
  }
  return { error, isBusy, submit }
}

/** Makes a key, or changes one. Typed values stay in the tab until they are saved or discarded. */
export const KeyForm = (props: KeyFormProps) => {
  const { page, changed } = props
  const name = `key ${changed?.id ?? `new ${page.account.id}`}`
  const [draft, change, forget] = useDraft<KeyDraft>(name, changed === undefined ? emptyFor(page) : draftOf(changed))
  const { error, isBusy, submit } = useSaving(props, draft, forget)
  const fields = { draft, change }
  return (
    <Card title={changed === undefined ? 'Create a key' : `Change ${changed.label || changed.id}`}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Field {...fields} name="label" label="Label" hint="What it is for: the name of a program or a place." />
        <Checks
          {...fields}
          name="networks"
          legend="Networks"
          choices={page.facts.networks.map((network) => ({ name: network.name, note: network.family }))}
        />
        <Field
          {...fields}
          name="dailyLimit"
          label="Credits a day"
          hint="At most so many of the account’s; empty means no limit of its own."
        />
        <Field {...fields} name="creditsPerSecond" label="Credits a second" hint="Empty means no limit of its own." />
        <Proofs page={page} changed={changed} {...fields} />
        <Allowlists page={page} {...fields} />
        {error !== '' && (
          <p class="trouble" role="alert">
            {error}
          </p>
        )}
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {changed === undefined ? 'Create the key' : 'Save'}
          </button>
          <a class="button" href={page.link('keys')} onClick={forget}>
            Cancel
          </a>
        </div>
      </form>
    </Card>
  )
}
