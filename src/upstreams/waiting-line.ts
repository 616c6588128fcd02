import type { WireExchange } from './wire-exchange.js'

/** Exchanges waiting for a connection, first come first served; whoever gives up leaves at once. */
export class WaitingLine {
  length = 0
  private first: WireExchange | undefined
  private last: WireExchange | undefined

  add(exchange: WireExchange): void {
    exchange.isWaiting = true
    exchange.before = this.last
    if (this.last === undefined) this.first = exchange
    else this.last.behind = exchange
    this.last = exchange
    this.length++
  }

  /** Takes the first one out. */
  take(): WireExchange | undefined {
    const { first } = this
    if (first !== undefined) this.remove(first)
    return first
  }

  remove(exchange: WireExchange): void {
    const { before, behind } = exchange
    if (before === undefined) this.first = behind
    else before.behind = behind
    if (behind === undefined) this.last = before
    else behind.before = before
    exchange.before = undefined
    exchange.behind = undefined
    exchange.isWaiting = false
    this.length--
  }
}
