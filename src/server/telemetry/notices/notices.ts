import type { Config } from '../../config/config.js'
import type { Log } from '../log.js'
import type { Notice, NoticePort, WebhookCounts } from './notice.js'
import { Webhook } from './webhook.js'

/** What notices have come to, for the metrics. */
export interface NoticeCounts {
  readonly webhooks: WebhookCounts
  /** Warnings before credits end, by whose limit and which level. */
  readonly creditWarnings: ReadonlyMap<string, { readonly limit: string; readonly level: number; count: number }>
}

/** What was said is remembered for so many ids, so that a second process does not say it again. */
const MAX_SAID = 10_000

/**
 * Where a gateway's notices come together, of all its processes in one of them, and become lines of
 * the log, counts and webhooks. What another process has said already is said once: warnings by
 * their id, upstreams' states when they are others than the last one said.
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
    this.counts = { webhooks: counts, creditWarnings: this.creditWarnings }
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
