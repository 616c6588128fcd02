import type { ListedKey, ShownAccount, Usage } from '../../../../../generated/admin.js'
import type { PageFacts } from '../state.js'

/** What the pages of one account are about, and where they are. */
export interface AccountPage {
  readonly account: ShownAccount
  /** Its keys, the oldest first. */
  readonly keys: readonly ListedKey[]
  /** Reads more of them; undefined where there are no more. */
  readonly moreKeys: (() => void) | undefined
  readonly facts: PageFacts
  readonly isOperator: boolean
  /** The address of a page of this account. */
  link(...steps: string[]): string
  reload(): void
}

/** What a group is called: a key by its label. */
export const groupName = (
  { keys }: AccountPage,
  by: 'network' | 'method' | 'key',
  row: Usage['rows'][number],
): string => {
  const name = row[by] ?? ''
  if (by !== 'key') return name
  const key = keys.find(({ id }) => id === name)
  return key?.label ? key.label : name
}
