import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { AccountPages } from './account/account.js'
import { AllChanges } from './changes.js'
import { clock } from './format.js'
import { loadFacts, loadSession, signOut } from './gateway.js'
import { isLive, listen } from './live.js'
import { AccountTerms } from './operator/account-terms.js'
import { AccountsPage } from './operator/accounts.js'
import { GatewayPage } from './operator/gateway.js'
import { NetworksPage } from './operator/networks.js'
import type { PageFacts, SignedInSession } from './page-data.js'
import { NoPage } from './parts/basics.js'
import { Notices } from './parts/notices.js'
import { startTheme, ThemeButton } from './parts/theme.js'
import { OtherLink, SignIn, takeAnswer, takeLink } from './sign-in.js'
import { announce, goneSinceMs, newKeys, readRoute, route, session } from './state.js'

type Tab = readonly [step: string, title: string]

const ACCOUNT_PLACES: readonly Tab[] = [
  ['', 'Overview'],
  ['keys', 'Keys'],
  ['usage', 'Usage'],
  ['errors', 'Errors'],
  ['latency', 'Latency'],
  ['changes', 'Changes'],
]
const OPERATOR_PLACES: readonly Tab[] = [
  ['', 'Gateway'],
  ['networks', 'Networks'],
  ['accounts', 'Accounts'],
  ['changes', 'Changes'],
]

interface PlacesProps {
  readonly label: string
  readonly places: readonly Tab[]
  readonly base: readonly string[]
  readonly at: string
}

const Places = ({ label, places, base, at }: PlacesProps) => {
  const current = useRef<HTMLAnchorElement>(null)
  // On a phone the last tabs are behind the edge.
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [at])
  return (
    <nav aria-label={label}>
      <ul>
        {places.map(([step, title]) => (
          <li key={step}>
            <a
              {...(step === at && { ref: current })}
              href={`#/${[...base, step].filter((part) => part !== '').join('/')}`}
              aria-current={step === at ? 'page' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const OperatorPage = ({ facts, steps }: { facts: PageFacts; steps: readonly string[] }) => {
  const [name, id, ...rest] = steps
  if (name === 'networks') return <NetworksPage />
  if (name === 'changes') return <AllChanges />
  if (name !== 'accounts') return name === undefined ? <GatewayPage /> : <NoPage />
  if (id === undefined) return <AccountsPage facts={facts} />
  return (
    <>
      <Places label="Account" places={ACCOUNT_PLACES} base={['accounts', id]} at={rest[0] ?? ''} />
      <AccountPages
        key={id}
        id={id}
        facts={facts}
        isOperator
        steps={rest}
        base={['accounts', id]}
        above={(page) => rest.length === 0 && <AccountTerms page={page} />}
      />
    </>
  )
}

/** Says that the gateway does not answer, and from when the values below are. */
const Gone = () => (
  <div role="alert">
    {goneSinceMs.value !== undefined && (
      <p class="trouble gone">
        <strong>The gateway has not answered since {clock(goneSinceMs.value)}.</strong> What this page shows is older.
        It goes on by itself when the gateway answers again.
      </p>
    )}
  </div>
)

const leave = () =>
  void signOut().catch(({ message }: Error) => announce(`You are still signed in. ${message}`, undefined, true))

const Frame = ({ now }: { now: SignedInSession }) => {
  const main = useRef<HTMLElement>(null)
  const isOperator = now.role === 'operator'
  const places = isOperator ? OPERATOR_PLACES : ACCOUNT_PLACES
  const steps = route.value
  const title = places.find(([step]) => step === (steps[0] ?? ''))?.[1] ?? 'Page not found'
  const { facts } = now
  useEffect(() => {
    const stop = listen(now)
    return () => {
      stop()
      newKeys.value = []
    }
  }, [])
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${title}: Tollgate`
    if (!isFirst.current) {
      // Focus alone would scroll the tabs behind the bar.
      main.current?.focus({ preventScroll: true })
      scrollTo(0, 0)
      void loadFacts()
    }
    isFirst.current = false
  }, [title, steps.join('/')])
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <header class="bar">
        <a class="brand" href="#/">
          Tollgate <span>{isOperator ? 'operator' : facts.accountName}</span>
        </a>
        <span class="soft live">{isLive.value && goneSinceMs.value === undefined ? 'live' : 'not live'}</span>
        {facts.docsUrl && <a href={facts.docsUrl}>Docs</a>}
        <ThemeButton />
        <button type="button" onClick={leave}>
          Sign out
        </button>
      </header>
      <Places label="Dashboard" places={places} base={[]} at={steps[0] ?? ''} />
      <Notices />
      <main id="main" ref={main} tabIndex={-1}>
        <Gone />
        <h1>{title}</h1>
        {isOperator ? (
          <OperatorPage facts={facts} steps={steps} />
        ) : (
          <AccountPages id={facts.account ?? ''} facts={facts} isOperator={false} steps={steps} base={[]} />
        )}
      </main>
    </>
  )
}

const RETRY_MS = 5_000

const Unreached = () => {
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => void loadSession().catch(() => setTries(tries + 1)), RETRY_MS)
    return () => clearTimeout(timer)
  }, [tries])
  return (
    <main class="sign-in">
      <h1>Tollgate</h1>
      <p class="trouble" role="alert">
        The gateway cannot be reached, or its store does not answer. This page asks again every few seconds.
      </p>
      <button type="button" onClick={() => void loadSession().catch(() => {})}>
        Try again
      </button>
    </main>
  )
}

const App = ({ link, answer }: { link: string | undefined; answer: string | undefined }) => {
  const [pending, setPending] = useState(link)
  const [pendingAnswer, setPendingAnswer] = useState(answer)
  /** True if somebody was signed in when the gateway first answered. */
  const wasSignedIn = useRef<boolean | undefined>(undefined)
  const now = session.value
  if (now === undefined) return <Unreached />
  wasSignedIn.current ??= now.role !== null
  const isAsked = wasSignedIn.current
  if (now.role === null) {
    const link = pending !== undefined ? { link: pending } : undefined
    const by = isAsked ? undefined : pendingAnswer !== undefined ? { answer: pendingAnswer } : link
    const onSent = () => {
      setPending(undefined)
      setPendingAnswer(undefined)
    }
    return <SignIn by={by} onSent={onSent} />
  }
  if (pending !== undefined && isAsked) return <OtherLink link={pending} onDone={() => setPending(undefined)} />
  return <Frame key={now.requestToken} now={now} />
}

startTheme()
let answer = takeAnswer()
let link = takeLink()
readRoute()
addEventListener('hashchange', () => {
  // A link was opened in a tab that shows the page already.
  if (location.hash.startsWith('#link=')) location.reload()
  else readRoute()
})
await loadSession().catch(() => {})
render(<App link={link} answer={answer} />, document.querySelector('#app')!)
link = answer = undefined
