import type { Config } from '../../config/config.js'

/**
 * What operators want to be told of besides the log. `events` of webhooks are the parts of `type`
 * before the dot.
 */
export interface Notice {
  /** The same for the same thing, whichever process or gateway says it. */
  readonly id: string
  readonly type: 'credits.warning' | 'upstream.down' | 'upstream.up' | 'reload.refused'
  readonly data: Readonly<Record<string, unknown>>
}

/** Takes notices; never throws and never waits. */
export interface NoticePort {
  send(notice: Notice): void
}

/** A webhook as configured; address and secret are secrets. */
export type WebhookConfig = Config['webhooks'][number]

/**
 * What became of deliveries, over all webhooks: each attempt that failed counts as retried, or as
 * dropped when it was the last.
 */
export interface WebhookCounts {
  delivered: number
  retried: number
  dropped: number
}
