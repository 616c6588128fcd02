import type { CreatedKey, Key } from '../../../../../generated/admin.js'
import { changesOf, useDraft } from '../draft.js'
import { type FieldErrors, limitErrors, readLimit } from '../field-errors.js'
import { count } from '../format.js'
import { call } from '../gateway.js'
import { Card, Choice } from '../parts/basics.js'
import { Checks } from '../parts/checks.js'
import { TextField } from '../parts/fields.js'
import { announce } from '../state.js'
import { useBusy } from '../use-busy.js'
import { useFieldErrors } from '../use-field-errors.js'
import { type AccountPage, quotedName } from './account-page.js'
import { draftOf, emptyFor, type KeyDraft, type KeyParams, type Proof, settingsOf, settingsOfKey } from './key-draft.js'

interface Fields {
  readonly draft: KeyDraft
  readonly errors: FieldErrors
  change(changes: Partial<KeyDraft>): void
}

type TextName = 'label' | 'dailyLimit' | 'creditsPerSecond' | 'allowedContracts' | 'allowedOrigins' | 'allowedSources'

const LABELS = {
  label: 'Label',
  networks: 'Networks',
  dailyLimit: 'Credits a day',
  creditsPerSecond: 'Credits a second',
  allowedMethods: 'Methods',
  allowedContracts: 'Contract addresses',
  allowedOrigins: 'Web origins',
  allowedSources: 'Source networks',
} as const

interface FieldProps extends Fields {
  readonly name: TextName
  readonly hint: string
  readonly isList?: boolean
}

const Field = ({ name, draft, errors, change, ...rest }: FieldProps) => (
  <TextField
    {...rest}
    id={name}
    label={LABELS[name]}
    value={draft[name]}
    error={errors[name]}
    onInput={(value) => change({ [name]: value })}
  />
)

/** Without names that have left the configuration: no box can untick them. */
const namesIn = (all: readonly { readonly name: string }[], chosen: readonly string[]): string[] =>
  chosen.filter((one) => all.some(({ name }) => name === one))

/** Methods by the word before `_`, and Solana's, which have none. */
const groupOf = (method: string): string => {
  const [before = '', rest] = method.split('_')
  return rest === undefined ? 'Solana' : `${before}_`
}

const Allowlists = ({ page, ...fields }: Fields & { page: AccountPage }) => {
  const { draft, errors, change } = fields
  const isUsed =
    draft.allowedMethods.length > 0 || `${draft.allowedContracts}${draft.allowedOrigins}${draft.allowedSources}` !== ''
  const isWrong = Object.keys(errors).some((name) => name.startsWith('allowed'))
  return (
    <details open={isUsed || isWrong}>
      <summary>Allowlists: what the key may be used for, and from where</summary>
      <Checks
        id="allowedMethods"
        legend="Methods; none chosen means all"
        checks={page.facts.methods.map(({ name, credits }) => ({
          ...{ name, note: `${count(credits)} credits` },
          group: groupOf(name),
        }))}
        chosen={draft.allowedMethods}
        error={errors.allowedMethods}
        onChange={(chosen) => change({ allowedMethods: namesIn(page.facts.methods, chosen) })}
      />
      <Field {...fields} name="allowedContracts" hint="One a line; empty means all." isList />
      <Field
        {...fields}
        name="allowedOrigins"
        hint="Such as https://app.example, one a line; empty means all. For keys that stand in web pages."
        isList
      />
      <Field
        {...fields}
        name="allowedSources"
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
 * The proofs that callers send besides the key. A secret is made or removed only with the key's
 * text, by rotation.
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
  const proofName = (proof: Proof) => PROOFS[proof][0]
  return (
    <div class="field">
      <Choice
        isCaptioned
        label="What callers send"
        choices={offered.map(proofName)}
        chosen={proofName(draft.proof)}
        onChoose={(name) => change({ proof: offered.find((proof) => proofName(proof) === name)! })}
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
  const { errors, setErrors, refuse } = useFieldErrors(LABELS)
  const [isBusy, run] = useBusy()
  const save = async () => {
    const settings = settingsOf(draft)
    if (changed === undefined) {
      const secret = draft.proof === 'secret'
      const made = await call('key.create', { account: page.account.id, ...settings, secret })
      announce(`Key ${quotedName({ ...settings, id: made.id })} is made. Its text is shown this once.`)
      forget()
      return onDone(made)
    }
    const set = (settings: Partial<KeyParams>) => call('key.set', { id: changed.id, ...settings })
    const before = settingsOfKey(changed)
    const changes = changesOf(settings, before)
    if (Object.keys(changes).length === 0) {
      announce('Nothing was changed.')
      forget()
      return onDone(undefined)
    }
    await set(changes)
    const undo = () => set(changesOf(before, settings)).then(page.reload)
    announce(
      `Key ${quotedName({ ...settings, id: changed.id })} is changed; running gateways see it within a second.`,
      undo,
    )
    forget()
    onDone(undefined)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const { dailyLimit, creditsPerSecond, networks } = draft
    const found = {
      ...limitErrors({ dailyLimit, creditsPerSecond }),
      ...(networks.length === 0 && { networks: 'Choose at least one; to stop a key, revoke it.' }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    await run(() => save().catch(refuse))
  }
  return { errors, isBusy, submit }
}

/** Warns of a limit that the dearest of the key's methods can never pass. */
const dailyHint = ({ facts }: AccountPage, { dailyLimit, allowedMethods }: KeyDraft): string => {
  const limit = readLimit(dailyLimit)
  const methods = facts.methods.filter(({ name }) => allowedMethods.length === 0 || allowedMethods.includes(name))
  const dearest = Math.max(0, ...methods.map(({ credits }) => credits))
  return limit !== null && limit < dearest
    ? `Too little for some methods: the dearest costs ${count(dearest)} credits a call.`
    : 'At most so many of the account’s; empty means no limit of its own.'
}

/** Makes a key, or changes one. Typed values stay in the tab until they are saved or discarded. */
export const KeyForm = (props: KeyFormProps) => {
  const { page, changed } = props
  const name = `key ${changed?.id ?? `new ${page.account.id}`}`
  const [draft, change, forget] = useDraft<KeyDraft>(name, changed === undefined ? emptyFor(page) : draftOf(changed))
  const { errors, isBusy, submit } = useSaving(props, draft, forget)
  const fields = { draft, errors, change }
  return (
    <Card title={changed === undefined ? 'Create a key' : `Change ${changed.label || changed.id}`}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Field {...fields} name="label" hint="What it is for: the name of a program or a place." />
        <Checks
          id="networks"
          legend={LABELS.networks}
          checks={page.facts.networks.map((network) => ({ name: network.name, note: network.family }))}
          chosen={draft.networks}
          error={errors.networks}
          onChange={(networks) => change({ networks: namesIn(page.facts.networks, networks) })}
        />
        <Field {...fields} name="dailyLimit" hint={dailyHint(page, draft)} />
        <Field {...fields} name="creditsPerSecond" hint="Empty means no limit of its own." />
        <Proofs page={page} changed={changed} {...fields} />
        <Allowlists page={page} {...fields} />
        {errors[''] !== undefined && (
          <p class="trouble" role="alert">
            {errors['']}
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
