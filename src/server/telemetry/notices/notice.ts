import type { Config } from '../../config/config.js'

/**
 * A message to operators besides the log. `events` of webhooks match the part of `type` before the
 * dot.
 */
export interface Notice {
  /** Equal for the same event, whichever process or gateway reports it. */
  readonly id: string
  readonly type: 'credits.warning' | 'upstream.down' | 'upstream.up' | 'reload.refused'
  readonly data: Readonly<Record<string, unknown>>
}

/** Accepts notices; never throws and never waits. */
export interface NoticePort {
  send(notice: Notice): void
}

/** A webhook as configured; address and secret are confidential. */
export type WebhookConfig = Config['webhooks'][number]

/**
 * Links that account holders asked for, by what became of them.
 *
 * `dropped`    not delivered to the operator's webhook
 * `unknown`    there is no such account
 * `repeated`   the account had got a link a short time before
 * `throttled`  too many came from one source
 */
export interface LinkRequestCounts {
  delivered: number
  dropped: number
  unknown: number
  repeated: number
  throttled: number
}

/**
 * Deliveries of all webhooks: each failed attempt counts as retried, or as dropped if it was the
 * last.
 */
export interface WebhookCounts {
  delivered: number
  retried: number
  dropped: number
}
