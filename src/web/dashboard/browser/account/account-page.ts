import type { ListedKey, ShownAccount, Usage } from '../../../../../generated/admin.js'
import type { PageFacts } from '../state.js'

export interface AccountPage {
  readonly account: ShownAccount
  /** Its keys, the oldest first. */
  readonly keys: readonly ListedKey[]
  /** Reads more keys; undefined if all are read. */
  readonly moreKeys: (() => void) | undefined
  readonly facts: PageFacts
  readonly isOperator: boolean
  /** The address of a page of this account. */
  link(...steps: string[]): string
  reload(): void
}

/** The name of a group: a key's label. */
export const groupName = (
  { keys }: AccountPage,
  by: 'network' | 'method' | 'key',
  row: Pick<Usage['rows'][number], 'network' | 'method' | 'key'>,
): string => {
  const name = row[by] ?? ''
  if (by !== 'key') return name
  const key = keys.find(({ id }) => id === name)
  return key?.label ? key.label : name
}
