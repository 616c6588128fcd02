import { useState } from 'preact/hooks'
import { Changes } from '../changes.js'
import { call, loadFacts } from '../gateway.js'
import { readList } from '../list-parts.js'
import { useLoad } from '../load.js'
import type { PageFacts } from '../page-data.js'
import { NoPage, Shown } from '../parts/basics.js'
import type { AccountPage } from './account-page.js'
import { ErrorsPage } from './errors.js'
import { KeysPage } from './keys.js'
import { LatencyPage } from './latency.js'
import { Overview } from './overview.js'
import { UsagePage } from './usage.js'

interface AccountProps {
  readonly id: string
  readonly facts: PageFacts
  readonly isOperator: boolean
  /** Steps of the address after the account's own. */
  readonly steps: readonly string[]
  /** Steps of the address up to the account's own. */
  readonly base: readonly string[]
  /** The operator's section above the rest. */
  readonly above?: (page: AccountPage) => preact.ComponentChildren
}

const body = (page: AccountPage, [name, step]: readonly string[]) => {
  if (name === 'keys') return <KeysPage page={page} step={step} />
  if (name === 'usage') return <UsagePage key={step} page={page} day={step} />
  if (name === 'errors') return <ErrorsPage page={page} />
  if (name === 'latency') return <LatencyPage page={page} />
  if (name === 'changes') return <Changes account={page.account.id} reader={readerOf(page)} names={namesOf(page)} />
  return name === undefined ? <Overview page={page} /> : <NoPage />
}

const readerOf = ({ account, isOperator }: AccountPage) => (isOperator ? undefined : account.id)

const namesOf = ({ account, keys }: AccountPage) =>
  new Map([[account.id, account.name], ...keys.map(({ id, label }) => [id, label] as const)])

/** Keys per request, and keys that are read without asking for more. */
const PAGE_KEYS = 200
const MANY_KEYS = 1_000

/**
 * Reads an account, the facts about its plan, and its keys; tables of usage and errors show the
 * labels of keys.
 */
const loadAccount = async (id: string, maxKeys: number) => {
  const [account] = await Promise.all([call('account.show', { id }), loadFacts()])
  if (account.keys.length === account.keyCount) return { account, keys: account.keys, hasMoreKeys: false }
  const ask = (after: string | undefined) =>
    call('key.list', { account: id, limit: PAGE_KEYS, ...(after !== undefined && { after }) })
  const { records, hasMore } = await readList(ask, PAGE_KEYS, maxKeys, account.keys)
  return { account, keys: records, hasMoreKeys: hasMore }
}

export const AccountPages = ({ id, facts, isOperator, steps, base, above }: AccountProps) => {
  const [maxKeys, setMaxKeys] = useState(MANY_KEYS)
  const loaded = useLoad(`account ${id}`, () => loadAccount(id, maxKeys))
  const link = (...more: string[]) => `#/${[...base, ...more].map(encodeURIComponent).join('/')}`
  return (
    <Shown of={loaded}>
      {({ account, keys, hasMoreKeys }) => {
        const { reload } = loaded
        const readMore = () => {
          setMaxKeys(maxKeys + MANY_KEYS)
          reload()
        }
        const moreKeys = hasMoreKeys ? readMore : undefined
        const page = { account, keys, moreKeys, facts, isOperator, link, reload }
        return (
          <>
            {above?.(page)}
            {body(page, steps)}
          </>
        )
      }}
    </Shown>
  )
}
