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

/** Where a gateway's notices come together: of all its processes, in one of them. */
export interface Notices extends NoticePort {
  readonly counts: NoticeCounts
  close(): Promise<void>
}

/** What was said is remembered for so many ids, so that a second process does not say it again. */
const MAX_SAID = 10_000

/**
 * Opens the place where notices become lines of the log, counts and webhooks. What another process has said already is said once: warnings
 * by their id, upstreams' states when they are others than the last one said.
 */
export const openNotices = (
  { webhooks }: Pick<Config, 'webhooks'>,
  log: Pick<Log, 'warn'>,
  nowMs: () => number,
  instance: string,
): Notices => {
  const counts = { delivered: 0, retried: 0, dropped: 0 }
  const creditWarnings = new Map<string, { limit: string; level: number; count: number }>()
  const said = new Set<string>()
  const upstreams = new Map<string, string>()
  const onDropped = ({ id, type }: Notice, reason: string) => log.warn({ id, type, reason }, 'webhook not delivered')
  const targets = webhooks.map((config) => new Webhook(config, { nowMs, instance, counts, onDropped }))

  const warned = ({ data }: Notice): void => {
    log.warn(data, 'credits run out')
    const limit = data.keyId === undefined ? 'account' : 'key'
    const level = Number(data.level)
    const name = `${limit} ${level}`
    const known = creditWarnings.get(name) ?? { limit, level, count: 0 }
    known.count++
    creditWarnings.set(name, known)
  }
  const isNews = ({ id, type, data }: Notice): boolean => {
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
  return {
    counts: { webhooks: counts, creditWarnings },
    send: (notice) => {
      if (!isNews(notice)) return
      if (notice.type === 'credits.warning') warned(notice)
      for (const target of targets) target.send(notice)
    },
    close: async () => void (await Promise.all(targets.map((target) => target.close()))),
  }
}
