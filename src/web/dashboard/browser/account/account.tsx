import { Changes } from '../changes.js'
import { call } from '../gateway.js'
import { useLoad } from '../load.js'
import { Shown } from '../parts/basics.js'
import type { PageFacts } from '../state.js'
import type { AccountPage } from './account-page.js'
import { ErrorsPage } from './errors.js'
import { KeysPage } from './keys.js'
import { Overview } from './overview.js'
import { UsagePage } from './usage.js'

interface AccountProps {
  readonly id: string
  readonly facts: PageFacts
  readonly isOperator: boolean
  /** The steps of the address behind the account's own. */
  readonly steps: readonly string[]
  /** What stands before them. */
  readonly base: readonly string[]
  /** What the operator does with the account, before everything else. */
  readonly above?: (page: AccountPage) => preact.ComponentChildren
}

const body = (page: AccountPage, [name, step]: readonly string[]) => {
  if (name === 'keys') return <KeysPage page={page} step={step} />
  if (name === 'usage') return <UsagePage page={page} />
  if (name === 'errors') return <ErrorsPage page={page} />
  if (name === 'changes') return <Changes account={page.account.id} />
  return <Overview page={page} />
}

/** The pages of one account, the same for its holder and for the operator. */
export const AccountPages = ({ id, facts, isOperator, steps, base, above }: AccountProps) => {
  const loaded = useLoad(`account ${id}`, () => call('account.show', { id }))
  const link = (...more: string[]) => `#/${[...base, ...more].map(encodeURIComponent).join('/')}`
  return (
    <Shown of={loaded}>
      {(account) => {
        const page = { account, facts, isOperator, link, reload: loaded.reload }
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
