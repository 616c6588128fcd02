import { useEffect, useState } from 'preact/hooks'
import { ask, askForLink, joinSession, PassingRefusal, signIn } from './gateway.js'
import { hasPasskeys, signInByPasskey } from './passkeys.js'
import { farewell, session } from './state.js'

/** Takes the secret of a one-time link out of the address, so that no history contains it. */
export const takeLink = (): string | undefined => {
  const link = /^#link=(tgl_[\w-]+)$/.exec(location.hash)?.[1]
  if (link !== undefined) history.replaceState(null, '', location.pathname)
  return link
}

/** Takes the identity provider's answer out of the address, which works once. */
export const takeAnswer = (): string | undefined => {
  const { search } = location
  const answer = new URLSearchParams(search)
  if (!answer.has('error') && !(answer.has('state') && answer.has('code'))) return undefined
  history.replaceState(null, '', location.pathname)
  return search
}

/** Goes to the identity provider's page. Errors: rejects with the reason. */
const goToProvider = async (): Promise<void> => {
  const { url } = await ask('openid/begin', {})
  location.assign(String(url))
}

/** The ways to sign in; an answer is the identity provider's. */
type SignInBy = { link: string } | { token: string } | { answer: string } | 'passkey' | 'provider'

const signInBy = (by: SignInBy): Promise<void> => {
  if (by === 'passkey') return signInByPasskey()
  if (by === 'provider') return goToProvider()
  return 'answer' in by ? signIn({ query: by.answer }, 'openid/sign-in') : signIn(by)
}

/** Signs in; `unusedLink` is one that the gateway could not look up. */
const useSignIn = () => {
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [unusedLink, setUnusedLink] = useState<SignInBy>()
  /** Resolves to false, showing why, if the sign-in was refused. */
  const run = async (by: SignInBy): Promise<boolean> => {
    setBusy(true)
    setError('')
    const isIn = await signInBy(by).then(
      () => true,
      (refused: Error) => {
        setError(refused.message)
        if (typeof by === 'object' && 'link' in by) setUnusedLink(refused instanceof PassingRefusal ? by : undefined)
        return false
      },
    )
    setBusy(false)
    return isIn
  }
  return { error, isBusy, unusedLink, run }
}

/** Asks the gateway to have a new link sent; it never says whether there is such an account. */
const NewLink = () => {
  const [account, setAccount] = useState('')
  const [said, setSaid] = useState<{ readonly text: string; readonly isError: boolean }>()
  const submit = (event: Event) => {
    event.preventDefault()
    setSaid(undefined)
    askForLink(account).then(
      () => setSaid({ text: 'If there is such an account, its holder gets a link.', isError: false }),
      (refused: Error) => setSaid({ text: refused.message, isError: true }),
    )
  }
  return (
    <form onSubmit={submit}>
      <label for="account">E-mail address or account ID</label>
      <input
        id="account"
        autocomplete="username"
        required
        value={account}
        onInput={(event) => setAccount(event.currentTarget.value)}
      />
      <button type="submit">Send me a new link</button>
      {said !== undefined && (
        <p class={said.isError ? 'trouble' : ''} role={said.isError ? 'alert' : 'status'}>
          {said.text}
        </p>
      )}
    </form>
  )
}

interface SignInProps {
  /** A link's secret, or the identity provider's answer, to sign in with at once. */
  readonly by: { readonly link: string } | { readonly answer: string } | undefined
  /** Called when that is sent, which works once. */
  onSent(): void
}

/** The sign-in form, for a link, the token, a passkey or the identity provider. */
export const SignIn = ({ by, onSent }: SignInProps) => {
  const { error, isBusy, unusedLink, run } = useSignIn()
  const [token, setToken] = useState('')
  const now = session.value
  const canAskForLink = now?.role === null && now.canAskForLink
  useEffect(() => {
    if (by === undefined) return
    onSent()
    void run(by)
  }, [])
  useEffect(() => {
    const look = () => void (document.hidden || joinSession())
    document.addEventListener('visibilitychange', look)
    // Of two windows side by side both are visible.
    addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    void run({ token })
  }
  return (
    <main class="sign-in">
      <h1>Tollgate</h1>
      {farewell.value !== '' && <p role="status">{farewell.value}</p>}
      {isBusy && <p role="status">Signing in…</p>}
      {error !== '' && (
        <p class="trouble" role="alert">
          {error}
        </p>
      )}
      {unusedLink !== undefined && (
        <button type="button" class="primary" disabled={isBusy} onClick={() => void run(unusedLink)}>
          Try the link again
        </button>
      )}
      {now?.role === null && now.canUseToken && (
        <form onSubmit={submit}>
          <input type="text" name="username" autocomplete="username" value="operator" readOnly hidden />
          <label for="token">Admin token</label>
          <input
            id="token"
            type="password"
            autocomplete="current-password"
            required
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
          <button type="submit" class="primary" disabled={isBusy}>
            Sign in
          </button>
        </form>
      )}
      <div class="actions">
        {now?.role === null && now.openid !== undefined && (
          <button type="button" disabled={isBusy} onClick={() => void run('provider')}>
            Sign in with {now.openid}
          </button>
        )}
        {hasPasskeys() && (
          <button type="button" disabled={isBusy} onClick={() => void run('passkey')}>
            Sign in with a passkey
          </button>
        )}
      </div>
      <p class="soft">
        Account holders sign in by a passkey, if they have added one, or by a one-time link.
        {!canAskForLink && (
          <>
            {' '}
            The operator makes a link with <code>tollgate account invite ID</code>.
          </>
        )}
      </p>
      {canAskForLink && <NewLink />}
      {now?.role === null && now.contact !== undefined && (
        <p>
          {canAskForLink ? 'If no link comes' : 'For a new link'}, ask {now.contact}.
        </p>
      )}
    </main>
  )
}

/**
 * Asks when a link comes to a browser that is signed in: a stranger's link must not silently change
 * the session.
 */
export const OtherLink = ({ link, onDone }: { readonly link: string; onDone(): void }) => {
  const { error, isBusy, run } = useSignIn()
  const now = session.value
  const name = now?.role === 'operator' ? 'the operator' : now?.role === 'holder' ? now.facts.accountName : ''
  return (
    <main class="sign-in">
      <h1>Sign in with the link?</h1>
      <p>You are signed in as {name}. The link ends that session and signs you in with its own.</p>
      {error !== '' && (
        <p class="trouble" role="alert">
          {error}
        </p>
      )}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={isBusy}
          onClick={() => void run({ link }).then((isIn) => isIn && onDone())}
        >
          Sign in with the link
        </button>
        <button type="button" onClick={onDone}>
          Stay as {name}
        </button>
      </div>
    </main>
  )
}
