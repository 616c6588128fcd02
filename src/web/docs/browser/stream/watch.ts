import {
  type PlacedHead,
  type PlacedLog,
  ResumePoints,
} from '../../../../../generated/client/src/core/resume-points.js'
import { bodyView } from '../json-view.js'
import { closingSentence } from './closings.js'
import { StreamConnection } from './connection.js'
import { isRemoval, shownEvent } from './shown-event.js'
import { StreamTotals } from './stream-totals.js'
import { eventCredits, type KindOfEvents, kindFor, paramsAfter, type StreamTerms } from './terms.js'
import { StreamView } from './view.js'

const UPDATE_MS = 250
/** Updates between two summaries for screen readers. */
const UPDATES_PER_SUMMARY = 20
/** A reader must not pay for a tab that was forgotten. */
const MAX_HIDDEN_MS = 300_000

/** In the refusal of a point that the gateway cannot go on after. */
const OUT_OF_REACH = /"reason"\s*:\s*"resume_point_unknown"/

/** The subscription of a stream, and its place on the page. */
export interface WatchOptions {
  readonly place: HTMLElement
  readonly method: string
  readonly terms: StreamTerms
  /** Credits of the subscription itself. */
  readonly credits: number
  /** The params as JSON, as the reader wrote them. */
  readonly params: string
  readonly address: () => string
  /** Called when a stream begins and when it ends. */
  readonly running: (isRunning: boolean) => void
}

/** True if an event is the only one of its subscription. */
const isLast = (result: unknown): boolean => typeof (result as { value?: unknown } | null)?.value === 'object'

/** A stream that a reader watches, over as many connections as the reader asks for. */
export class Watch {
  private readonly view: StreamView
  private readonly totals = new StreamTotals()
  private readonly kind: KindOfEvents
  private readonly price: number
  private points = new ResumePoints()
  private connection: StreamConnection | undefined
  private timer: ReturnType<typeof setInterval> | undefined
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined
  private updates = 0
  /** Why this page ended the stream; undefined while it runs. */
  private why: string | undefined
  /** The refusal of the newest subscription. */
  private isRefused = false

  constructor(private readonly options: WatchOptions) {
    this.kind = kindFor(options.terms, options.params)
    this.price = eventCredits(this.kind, options.params)
    this.view = new StreamView(options.place, {
      endOrGoOn: () => (this.connection === undefined ? this.start() : this.end('Unsubscribed.')),
      clear: () => this.view.showDetail(),
    })
    document.addEventListener('visibilitychange', this.look)
    this.start()
  }

  /** Unsubscribes, if the stream runs, and says why. */
  end(why: string): void {
    if (this.connection === undefined) return
    this.why ??= why
    this.connection.end()
  }

  /** Ends the stream, and shows it no more. */
  dispose(): void {
    document.removeEventListener('visibilitychange', this.look)
    clearTimeout(this.hiddenTimer)
    this.end('Unsubscribed.')
  }

  private readonly look = (): void => {
    clearTimeout(this.hiddenTimer)
    if (document.visibilityState === 'hidden')
      this.hiddenTimer = setTimeout(
        () => this.end('Unsubscribed: this tab was hidden for five minutes.'),
        MAX_HIDDEN_MS,
      )
  }

  private start(): void {
    const { method, terms, params, address } = this.options
    const { resumeAt } = this.kind
    const after = this.points.newest
    const isResumed = resumeAt !== undefined && after !== undefined
    if (!isResumed) this.points = new ResumePoints()
    this.why = undefined
    this.isRefused = false
    this.view.say('Connecting')
    this.view.showDetail()
    this.view.offer('Unsubscribe', true)
    this.options.running(true)
    const request = {
      ...terms,
      method,
      address: address(),
      params: isResumed ? paramsAfter(params, resumeAt, after) : params,
    }
    this.connection = new StreamConnection(request, {
      replied: (text, isRefused) => this.replied(text, isRefused),
      event: (text, result) => this.event(text, result),
      closed: (closing, hasOpened) => this.closed(closingSentence(closing, hasOpened)),
    })
    this.timer = setInterval(() => this.update(), UPDATE_MS)
  }

  private replied(text: string, isRefused: boolean): void {
    this.isRefused = isRefused
    if (isRefused) {
      if (OUT_OF_REACH.test(text)) this.points = new ResumePoints()
      this.view.showDetail(bodyView(text, text.length))
      return
    }
    this.totals.subscribed(this.options.credits, performance.now())
    this.view.say(
      `Subscribed, as ${/"result"\s*:\s*("[^"]*"|\d+)/.exec(text)?.[1] ?? ''}. Events cost ${this.price} credits each.`,
    )
  }

  private event(text: string, result: unknown): void {
    this.totals.event(this.price, isRemoval(result), performance.now())
    this.view.add(shownEvent(text, result, new Date()))
    if (this.kind.resumeAt !== undefined) this.keepPoint(result as PlacedLog | PlacedHead)
    if (this.kind.isOnce && isLast(result)) {
      this.why = 'The only event of this subscription has come.'
      this.connection?.end()
    }
  }

  private keepPoint(result: PlacedLog | PlacedHead): void {
    if ('logIndex' in result) this.points.log(result)
    else this.points.head(result)
  }

  private closed(closing: string): void {
    clearInterval(this.timer)
    this.connection = undefined
    const canResume = this.kind.resumeAt !== undefined && this.points.newest !== undefined
    const refusal = this.isRefused ? 'The gateway refused the subscription. Its answer is below.' : undefined
    this.view.say(this.why ?? refusal ?? closing, this.why === undefined)
    this.view.offer(canResume ? 'Resume after the last event' : 'Subscribe from now')
    this.update()
    this.view.announce(this.totals)
    this.options.running(false)
  }

  private update(): void {
    this.view.update(this.totals, this.connection && this.totals.perMinute(performance.now()))
    this.updates += 1
    if (this.updates % UPDATES_PER_SUMMARY === 0) this.view.announce(this.totals)
  }
}
