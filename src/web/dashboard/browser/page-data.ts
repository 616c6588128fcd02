import type { Status, Upstream } from '../../../../generated/admin.js'

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

export type SignedInSession = Extract<PageSession, { role: string }>

/** Sums of the whole gateway at one moment. */
export interface LivePoint {
  readonly atMs: number
  readonly calls: number
  readonly errors: number
  readonly credits: number
}

/** A changed state of an upstream; `at` is ISO 8601. */
export interface SeenChange {
  readonly at: string
  readonly network: string
  readonly upstream: string
  readonly worker?: number
  readonly from: string
  readonly to: string
  readonly why: string
}

/** The daily limit and the state of an account. */
export interface HolderShown {
  readonly dailyCredits: number
  readonly isSuspended: boolean
}

/** State of the gateway; changes of upstreams, newest first. */
export interface GatewayShown {
  /** By the gateway's clock, as the points. */
  readonly atMs: number
  readonly status: Status
  readonly upstreams: readonly Upstream[]
  readonly changes: readonly SeenChange[]
}
