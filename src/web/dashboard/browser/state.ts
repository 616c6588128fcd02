import { signal } from '@preact/signals'
import { stepsOf } from './route-steps.js'

/** Configuration that the gateway sends to a page. */
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

/** The signed-in user; `role` null: nobody is signed in. */
export type PageSession =
  | {
      readonly role: null
      readonly canUseToken: boolean
      readonly canUsePasskey: boolean
      /** The host of the identity provider. */
      readonly openid?: string
      /** True if the page offers to have a new link sent. */
      readonly canAskForLink: boolean
      readonly contact?: string
    }
  | {
      readonly role: 'operator' | 'holder'
      readonly requestToken: string
      readonly expiresAt: string
      readonly canUsePasskey: boolean
      readonly facts: PageFacts
    }

/** Undefined until the gateway has answered. */
export const session = signal<PageSession | undefined>(undefined)

/** Reason for the sign-in form, if the page showed something else before. */
export const farewell = signal('')

/** The steps in the address's fragment: `#/accounts/acc_1` is `['accounts', 'acc_1']`. */
export const route = signal<readonly string[]>([])

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
