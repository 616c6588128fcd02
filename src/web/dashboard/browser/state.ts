import { signal } from '@preact/signals'
import type { CreatedKey } from '../../../../generated/admin.js'
import type { PageSession } from './page-data.js'
import { stepsOf } from './route-steps.js'

/** Undefined until the gateway has answered. */
export const session = signal<PageSession | undefined>(undefined)

/** Since when the gateway does not answer, in milliseconds since 1970; undefined while it does. */
export const goneSinceMs = signal<number | undefined>(undefined)

/** Reason for the sign-in form, if the page showed something else before. */
export const farewell = signal('')

/** The steps in the address's fragment: `#/accounts/acc_1` is `['accounts', 'acc_1']`. */
export const route = signal<readonly string[]>([])

/** Keys whose texts this session shows until the reader has kept them, the newest first. */
export const newKeys = signal<readonly (CreatedKey & { readonly accountId: string })[]>([])

export interface ShownMessage {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly undo?: () => Promise<unknown>
}

export const notices = signal<readonly ShownMessage[]>([])

const SHOWN_MS = 12_000
const MAX_NOTICES = 4
let lastId = 0

export const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

export const announce = (text: string, undo?: () => Promise<unknown>, isError = false): void => {
  lastId += 1
  const id = lastId
  notices.value = [...notices.value, { id, text, isError, ...(undo && { undo }) }].slice(-MAX_NOTICES)
  if (!isError) setTimeout(() => dismiss(id), SHOWN_MS)
}

/** Reads the address again. */
export const readRoute = (): void => {
  route.value = stepsOf(location.hash)
}
