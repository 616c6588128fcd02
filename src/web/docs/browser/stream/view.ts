import { eventRow } from './event-row.js'
import type { ShownEvent } from './shown-event.js'
import type { StreamTotals } from './stream-totals.js'

const MAX_ROWS = 50

/** The numbers above the list, in their order. */
const FACTS = ['Events', 'Credits', 'Credits a minute', 'Removed, free'] as const

export interface StreamActions {
  /** Ends a running stream, and goes on with one that has ended. */
  readonly endOrGoOn: () => void
  readonly clear: () => void
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  given: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), given)

const buttonOf = (label: string, run: () => void): HTMLButtonElement => {
  const button = element('button', { type: 'button', textContent: label })
  button.addEventListener('click', run)
  return button
}

/** A stream on the page: its state, its numbers, its buttons, and its newest events. */
export class StreamView {
  private readonly state = element('p', { className: 'note stream-state', role: 'status' })
  private readonly numbers = FACTS.map(() => element('dd', { textContent: '0' }))
  /** Read aloud every few seconds; the numbers themselves change too often. */
  private readonly summary = element('p', { className: 'hidden', role: 'status' })
  private readonly list = element('ol', { className: 'events', tabIndex: 0, ariaLabel: 'Events, the newest first' })
  private readonly detail = element('div', {})
  private readonly endButton: HTMLButtonElement
  private readonly pauseButton: HTMLButtonElement
  /** Events that no row shows yet, the newest last. */
  private waiting: ShownEvent[] = []
  private isPaused = false

  constructor(place: HTMLElement, actions: StreamActions) {
    const facts = element('dl', { className: 'outcome' })
    FACTS.forEach((name, index) => {
      const pair = document.createElement('div')
      pair.append(element('dt', { textContent: name }), this.numbers[index]!)
      facts.append(pair)
    })
    this.endButton = buttonOf('Unsubscribe', actions.endOrGoOn)
    this.pauseButton = buttonOf('Pause the view', () => this.pause())
    const row = element('div', { className: 'row stream-buttons' })
    row.append(
      this.endButton,
      this.pauseButton,
      buttonOf('Clear', () => {
        this.waiting = []
        this.list.replaceChildren()
        actions.clear()
      }),
    )
    place.replaceChildren(this.state, facts, row, this.detail, this.list, this.summary)
  }

  /** Shows the state of the stream, marked if the stream broke. */
  say(sentence: string, isBroken = false): void {
    this.state.textContent = sentence
    this.state.classList.toggle('broken', isBroken)
  }

  /** The text of the first button, which a reader who subscribed by keyboard gets to. */
  offer(label: string, focus = false): void {
    this.endButton.textContent = label
    if (focus) this.endButton.focus()
  }

  /** Shows something between the buttons and the events, or nothing. */
  showDetail(...content: Node[]): void {
    this.detail.replaceChildren(...content)
  }

  add(event: ShownEvent): void {
    this.waiting.push(event)
    if (this.waiting.length > MAX_ROWS) this.waiting.shift()
  }

  /** Brings rows and numbers up to date. */
  update({ events, credits, removed }: StreamTotals, perMinute: number | undefined): void {
    const texts = [events, credits, perMinute ?? '–', removed].map((value) => value.toLocaleString('en'))
    texts.forEach((text, index) => {
      this.numbers[index]!.textContent = text
    })
    if (this.isPaused || this.waiting.length === 0) return
    this.list.prepend(...this.waiting.reverse().map(eventRow))
    this.waiting = []
    while (this.list.childElementCount > MAX_ROWS) this.list.lastElementChild!.remove()
  }

  /** Lets screen readers say the numbers. */
  announce({ events, credits }: StreamTotals): void {
    const text = `${events.toLocaleString('en')} events, ${credits.toLocaleString('en')} credits`
    if (this.summary.textContent !== text) this.summary.textContent = text
  }

  private pause(): void {
    this.isPaused = !this.isPaused
    this.pauseButton.textContent = this.isPaused ? 'Show new events' : 'Pause the view'
    this.list.classList.toggle('paused', this.isPaused)
  }
}
