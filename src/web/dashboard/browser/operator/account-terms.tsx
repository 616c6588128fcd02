import { useState } from 'preact/hooks'
import type { AdminParams, Invitation } from '../../../../../generated/admin.js'
import type { AccountPage } from '../account/account-page.js'
import { changesOf, useDraft } from '../draft.js'
import { limitErrors, readLimit } from '../field-errors.js'
import { count, moment } from '../format.js'
import { call } from '../gateway.js'
import { Badge, Card, Copied } from '../parts/basics.js'
import { Deletion } from '../parts/deletion.js'
import { TextField } from '../parts/fields.js'
import { attempt } from '../parts/notices.js'
import { announce } from '../state.js'
import { useBusy } from '../use-busy.js'
import { useFieldErrors } from '../use-field-errors.js'

type TermsDraft = Omit<AdminParams['account.set'], 'id'>

const Invite = ({ page }: { page: AccountPage }) => {
  const [made, setMade] = useState<Invitation>()
  const invite = () =>
    void attempt('A one-time link is made. Give it to the account’s holder.', async () =>
      setMade(await call('account.invite', { id: page.account.id })),
    )
  return (
    <>
      <button type="button" onClick={invite}>
        Invite the holder
      </button>
      {made && (
        <p>
          <code class="link">{made.url}</code> <Copied text={made.url} label="the link" />
          <br />
          <span class="soft">It signs in once, until {moment(made.expiresAt)}, and is shown only now.</span>
        </p>
      )}
    </>
  )
}

const LABELS = {
  plan: 'Plan',
  email: 'Holder’s e-mail address',
  dailyCredits: 'Own credits a day',
  creditsPerSecond: 'Own credits a second',
} as const

const TermsForm = ({ page, set }: { page: AccountPage; set(terms: TermsDraft): Promise<void> }) => {
  const { account, facts } = page
  const before = {
    plan: account.plan,
    email: account.email ?? '',
    dailyCredits: account.dailyCredits === undefined ? '' : String(account.dailyCredits),
    creditsPerSecond: account.creditsPerSecond === undefined ? '' : String(account.creditsPerSecond),
  }
  const { errors, setErrors, refuse } = useFieldErrors(LABELS)
  const [isBusy, run] = useBusy()
  const [draft, change, forget] = useDraft(`terms ${account.id}`, before)
  const termsOf = ({ plan, email, dailyCredits, creditsPerSecond }: typeof before): TermsDraft => ({
    plan,
    email: email.trim() === '' ? null : email.trim(),
    dailyCredits: readLimit(dailyCredits),
    creditsPerSecond: readLimit(creditsPerSecond),
  })
  const submit = async (event: Event) => {
    event.preventDefault()
    const { dailyCredits, creditsPerSecond } = draft
    const found = limitErrors({ dailyCredits, creditsPerSecond })
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const [now, former] = [termsOf(draft), termsOf(before)]
    await run(async () => {
      try {
        const changes = changesOf(now, former)
        if (Object.keys(changes).length === 0) announce('Nothing was changed.')
        else {
          await set(changes)
          announce('Plan, e-mail address and limits are set.', () => set(changesOf(former, now)))
        }
        forget()
      } catch (refused) {
        refuse(refused as Error)
      }
    })
  }
  const field = (name: 'email' | 'dailyCredits' | 'creditsPerSecond', placeholder: string) => (
    <TextField
      id={`terms-${name}`}
      label={LABELS[name]}
      placeholder={placeholder}
      value={draft[name]}
      error={errors[name]}
      onInput={(value) => change({ [name]: value })}
    />
  )
  return (
    <form class="form inline" onSubmit={(event) => void submit(event)}>
      <div class="field">
        <label for="terms-plan">Plan</label>
        <select id="terms-plan" value={draft.plan} onChange={(event) => change({ plan: event.currentTarget.value })}>
          {[...new Set([account.plan, ...facts.plans.map(({ name }) => name)])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {field('email', 'none')}
      {field('dailyCredits', `${count(account.limits.dailyCredits)}, the plan’s`)}
      {field('creditsPerSecond', `${count(account.limits.creditsPerSecond)}, the plan’s`)}
      <button type="submit" class="primary" disabled={isBusy}>
        Save
      </button>
      {(errors[''] ?? errors.plan) !== undefined && (
        <p class="trouble" role="alert">
          {errors[''] ?? errors.plan}
        </p>
      )}
    </form>
  )
}

/** Deletes the account for good, after its name was typed. */
const DeleteAccount = ({ page: { account } }: { page: AccountPage }) => {
  const [isAsked, setAsked] = useState(false)
  const { id, name, keyCount } = account
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        Delete
      </button>
      {isAsked && (
        <Deletion
          name={name}
          done={`Account ${name} is deleted: running gateways refuse its calls within a second.`}
          onConfirm={() => call('account.delete', { id, yes: true })}
          onDone={() => (location.hash = '#/accounts')}
          onClose={() => setAsked(false)}
        >
          <p>
            The account goes with its {keyCount === 1 ? 'key' : `${count(keyCount)} keys`} and its holder’s sign-ins.
            What it used stays, under its id. This cannot be undone; suspending can.
          </p>
        </Deletion>
      )}
    </>
  )
}

export const AccountTerms = ({ page }: { page: AccountPage }) => {
  const { account, reload } = page
  const change = (terms: TermsDraft) => call('account.set', { id: account.id, ...terms }).then(reload)
  const set = (terms: TermsDraft, done: string, undo: TermsDraft) =>
    attempt(
      done,
      () => change(terms),
      () => change(undo),
    )
  const suspended = !account.isSuspended
  const done = suspended
    ? 'The account is suspended: its calls are refused within a second.'
    : 'The account may call again.'
  return (
    <Card
      title={account.name}
      more={<Badge tone={account.isSuspended ? 'bad' : 'good'}>{account.isSuspended ? 'suspended' : 'active'}</Badge>}
    >
      <p class="soft">
        <code>{account.id}</code>, since {moment(account.createdAt)}
      </p>
      <TermsForm
        key={`${account.plan} ${account.email} ${account.dailyCredits} ${account.creditsPerSecond}`}
        page={page}
        set={change}
      />
      <div class="actions">
        <button type="button" onClick={() => void set({ suspended }, done, { suspended: !suspended })}>
          {suspended ? 'Suspend' : 'Let it call again'}
        </button>
        <Invite page={page} />
        <DeleteAccount page={page} />
      </div>
    </Card>
  )
}
