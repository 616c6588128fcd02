import { signal } from '@preact/signals'
import { loadSession } from './gateway.js'
import type { GatewayShown, HolderShown, LivePoint, SignedInSession } from './page-data.js'
import { goneSinceMs } from './state.js'

/** The daily limit and the state of an account, live. */
export const holderNow = signal<HolderShown | undefined>(undefined)

/** State of the gateway, live; changes of upstreams, newest first. */
export const gatewayNow = signal<GatewayShown | undefined>(undefined)

/** The points of the operator's plots. */
export const livePoints = signal<readonly LivePoint[]>([])

/** True while values come. */
export const isLive = signal(false)

const PROBE_MS = 5_000
let isProbing = false

/**
 * After the stream broke or an operation was not answered: asks for a file, because that is no use
 * of the session.
 */
const probe = async (): Promise<void> => {
  if (isProbing) return
  isProbing = true
  const isThere = await fetch('./', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  isProbing = false
  goneSinceMs.value = isThere ? undefined : (goneSinceMs.value ?? Date.now())
}

const MAX_POINTS = 450

const dataOf = (event: Event): unknown => JSON.parse((event as MessageEvent<string>).data)

const showGateway = (now: GatewayShown): void => {
  gatewayNow.value = now
  const { calls, errors, credits } = now.status
  livePoints.value = [...livePoints.value, { atMs: now.atMs, calls, errors, credits }].slice(-MAX_POINTS)
}

/** Values come every two seconds, unless the store hangs or the network is away. */
const MAX_SILENCE_MS = 15_000
let silence: ReturnType<typeof setTimeout> | undefined

const hear = () => {
  isLive.value = true
  // Values may go on over their old connection while new ones fail.
  if (goneSinceMs.value !== undefined) void probe()
  clearTimeout(silence)
  const heardAtMs = Date.now()
  silence = setTimeout(() => {
    isLive.value = false
    goneSinceMs.value ??= heardAtMs
  }, MAX_SILENCE_MS)
}

const stopLive = () => {
  clearTimeout(silence)
  isLive.value = false
}

/** Between tries to open the stream again: doubled after each failure. */
const FIRST_WAIT_MS = 2_000
const MOST_WAIT_MS = 60_000

/**
 * Listens to live values while the page is visible, until the returned function is called. A
 * browser opens six connections to a host, and streams of hidden tabs would take them all. The
 * browser reconnects after a connection that broke. After a refusal it does not: a proxy may have
 * answered for a gateway that restarts, or the store may be away. The page then opens the stream
 * again. A stream of another session, which has replaced the page's own in this browser, is not
 * listened to: the page reads the session again.
 */
export const listen = (own: SignedInSession): (() => void) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_WAIT_MS
  /** True if the session was found valid since the stream was open. That is a use of it. */
  let isValid = false
  const openAgain = async (refused: EventSource) => {
    if (!isValid)
      isValid = await loadSession().then(
        () => true,
        () => false,
      )
    if (source !== refused) return
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(2 * waitMs, MOST_WAIT_MS)
  }
  const open = () => {
    const opened = new EventSource('live')
    source = opened
    const end = () => {
      opened.close()
      stopLive()
      void openAgain(opened)
    }
    opened.addEventListener('open', () => {
      hear()
      waitMs = FIRST_WAIT_MS
      isValid = false
    })
    opened.addEventListener('session', (event) => {
      const { requestToken } = dataOf(event) as Pick<SignedInSession, 'requestToken'>
      if (requestToken !== own.requestToken) end()
    })
    opened.addEventListener('points', (event) => {
      livePoints.value = dataOf(event) as LivePoint[]
    })
    opened.addEventListener('now', (event) => {
      hear()
      if (own.role === 'holder') holderNow.value = dataOf(event) as HolderShown
      else showGateway(dataOf(event) as GatewayShown)
    })
    opened.addEventListener('over', end)
    opened.addEventListener('error', () => {
      stopLive()
      void probe()
      if (opened.readyState === EventSource.CLOSED) void openAgain(opened)
    })
  }
  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
    stopLive()
  }
  const openIfVisible = () => {
    close()
    waitMs = FIRST_WAIT_MS
    if (!document.hidden) open()
  }
  document.addEventListener('visibilitychange', openIfVisible)
  openIfVisible()
  return () => {
    document.removeEventListener('visibilitychange', openIfVisible)
    close()
    holderNow.value = undefined
    gatewayNow.value = undefined
  }
}
