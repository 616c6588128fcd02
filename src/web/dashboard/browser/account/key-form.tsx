import { useState } from 'preact/hooks'
import type { AdminParams, CreatedKey, Key } from '../../../../../generated/admin.js'
import { readLimit } from '../credit-limit.js'
import { useDraft } from '../draft.js'
import { count } from '../format.js'
import { call } from '../gateway.js'
import { Card } from '../parts/basics.js'
import { announce } from '../state.js'
import type { AccountPage } from './overview.js'

/** A form as it is typed: lists are lines. */
interface KeyDraft {
  readonly label: string
  readonly networks: readonly string[]
  readonly dailyLimit: string
  readonly creditsPerSecond: string
  readonly allowedMethods: readonly string[]
  readonly allowedContracts: string
  readonly allowedOrigins: string
  readonly allowedSources: string
}

const lines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Settings = Omit<AdminParams['key.create'], 'account'>

const settingsOf = (draft: KeyDraft): Settings => ({
  label: draft.label.trim(),
  networks: [...draft.networks],
  dailyLimit: readLimit(draft.dailyLimit),
  creditsPerSecond: readLimit(draft.creditsPerSecond),
  allowedMethods: [...draft.allowedMethods],
  allowedContracts: lines(draft.allowedContracts),
  allowedOrigins: lines(draft.allowedOrigins),
  allowedSources: lines(draft.allowedSources),
})

/** The settings of a key as params: what brings it back to how it was. */
const settingsOfKey = (key: Key): Settings => settingsOf(draftOf(key))

const draftOf = (key: Key): KeyDraft => ({
  label: key.label,
  networks: key.networks,
  dailyLimit: key.dailyLimit === undefined ? '' : String(key.dailyLimit),
  creditsPerSecond: key.creditsPerSecond === undefined ? '' : String(key.creditsPerSecond),
  allowedMethods: key.allowedMethods,
  allowedContracts: key.allowedContracts.join('\n'),
  allowedOrigins: key.allowedOrigins.join('\n'),
  allowedSources: key.allowedSources.join('\n'),
})

const emptyFor = ({ facts }: AccountPage): KeyDraft => ({
  label: '',
  networks: facts.networks.map(({ name }) => name),
  dailyLimit: '',
  creditsPerSecond: '',
  allowedMethods: [],
  allowedContracts: '',
  allowedOrigins: '',
  allowedSources: '',
})

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
      const made = await call('key.create', { account: page.account.id, ...settings })
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

/** Makes a key, or changes one. What is typed is kept in the tab until it is saved or given up. */
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
