import type { Config } from '../../config/config.js'
import type { Log } from '../log.js'
import type { LinkRequestCounts, Notice, NoticePort, WebhookCounts } from './notice.js'
import { Webhook } from './webhook.js'

/** Deliveries, warnings and links, for the metrics. */
export interface NoticeCounts {
  readonly webhooks: WebhookCounts
  /** Warnings before credits end, by limit and level. */
  readonly creditWarnings: ReadonlyMap<string, { readonly limit: string; readonly level: number; count: number }>
  /** Counted by the dashboard. */
  readonly linkRequests: LinkRequestCounts
}

/** Counts of links before any was asked for. */
export const noLinkRequests = (): LinkRequestCounts => ({
  delivered: 0,
  dropped: 0,
  unknown: 0,
  repeated: 0,
  throttled: 0,
})

/** Remembered ids, so that a second process does not repeat a notice. */
const MAX_SAID = 10_000

/**
 * Collects the notices of all of a gateway's processes in one of them, and turns them into log
 * lines, counts and webhooks. Drops repetitions by other processes: warnings with a known id, and
 * upstream states equal to the last one reported.
 */
export class Notices implements NoticePort {
  readonly counts: NoticeCounts
  private readonly creditWarnings = new Map<string, { limit: string; level: number; count: number }>()
  private readonly said = new Set<string>()
  private readonly upstreams = new Map<string, string>()
  private readonly targets: readonly Webhook[]

  constructor(
    { webhooks }: Pick<Config, 'webhooks'>,
    private readonly log: Pick<Log, 'warn'>,
    nowMs: () => number,
    instance: string,
  ) {
    const counts = { delivered: 0, retried: 0, dropped: 0 }
    const onDropped = ({ id, type }: Notice, reason: string) => log.warn({ id, type, reason }, 'webhook not delivered')
    this.targets = webhooks.map((config) => new Webhook(config, { nowMs, instance, counts, onDropped }))
    this.counts = { webhooks: counts, creditWarnings: this.creditWarnings, linkRequests: noLinkRequests() }
  }

  send(notice: Notice): void {
    if (!this.isNews(notice)) return
    if (notice.type === 'credits.warning') this.warn(notice)
    for (const target of this.targets) target.send(notice)
  }

  async close(): Promise<void> {
    await Promise.all(this.targets.map((target) => target.close()))
  }

  private warn({ data }: Notice): void {
    this.log.warn(data, 'credits run out')
    const limit = data.keyId === undefined ? 'account' : 'key'
    const level = Number(data.level)
    const name = `${limit} ${level}`
    const known = this.creditWarnings.get(name) ?? { limit, level, count: 0 }
    known.count++
    this.creditWarnings.set(name, known)
  }

  private isNews({ id, type, data }: Notice): boolean {
    const { said, upstreams } = this
    if (type === 'credits.warning') {
      if (said.has(id)) return false
      if (said.size >= MAX_SAID) for (const oldest of said) if (said.delete(oldest)) break
      said.add(id)
    } else if (type !== 'reload.refused') {
      const name = `${data.network} ${data.upstream}`
      if ((upstreams.get(name) ?? 'upstream.up') === type) return false
      upstreams.set(name, type)
    }
    return true
  }
}
