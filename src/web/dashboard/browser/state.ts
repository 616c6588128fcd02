import { signal } from '@preact/signals'
import { stepsOf } from './route-steps.js'

/** What the gateway tells a page of its configuration. */
export interface PageFacts {
  readonly account: string | null
  readonly accountName: string
  readonly networks: readonly { readonly name: string; readonly family: string; readonly hasPartner: boolean }[]
  readonly methods: readonly { readonly name: string; readonly credits: number }[]
  readonly plans: readonly {
    readonly name: string
    readonly dailyCredits?: number
    readonly creditsPerSecond?: number
    readonly failover: boolean
  }[]
  readonly hasTokens: boolean
  readonly docsUrl: string | null
  readonly baseUrl: string
}

/** Whose page this is; `role` null: nobody is signed in. */
export type PageSession =
  | { readonly role: null; readonly canUseToken: boolean }
  | {
      readonly role: 'operator' | 'holder'
      readonly requestToken: string
      readonly expiresAt: string
      readonly facts: PageFacts
    }

/** Undefined until the gateway has answered. */
export const session = signal<PageSession | undefined>(undefined)

/** Why the page shows the sign-in form, when it showed something else before. */
export const farewell = signal('')

/**
 * The part of the address behind the hash mark, as steps: `#/accounts/acc_1` is
 * `['accounts', 'acc_1']`.
 */
export const route = signal<readonly string[]>([])

/** A sentence about what was done, and how it is undone. */
export interface ShownMessage {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly undo?: () => Promise<unknown>
}

/** The sentences that are shown just now. */
export const notices = signal<readonly ShownMessage[]>([])

const SHOWN_MS = 12_000
const MAX_NOTICES = 4
let lastId = 0

/** Takes a sentence away. */
export const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

/** Says what was done. */
export const announce = (text: string, undo?: () => Promise<unknown>, isError = false): void => {
  lastId += 1
  const id = lastId
  notices.value = [...notices.value, { id, text, isError, ...(undo && { undo }) }].slice(-MAX_NOTICES)
  if (!isError) setTimeout(() => dismiss(id), SHOWN_MS)
}

/** Reads the address anew. */
export const readRoute = (): void => {
  route.value = stepsOf(location.hash)
}
