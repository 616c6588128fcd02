import type { ListedKey, ShownAccount, Usage } from '../../../../../generated/admin.js'
import type { PageFacts } from '../page-data.js'

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
  return by === 'key' ? keyName(keys, name) : name
}

/** A key in a sentence: its label in quotes, or its id if it has none. */
export const quotedName = ({ id, label }: { readonly id: string; readonly label?: string }): string =>
  label ? `“${label}”` : id

/** A key's label, or its id if it has none. */
export const keyName = (keys: AccountPage['keys'], keyId: string): string =>
  keys.find(({ id }) => id === keyId)?.label || keyId
