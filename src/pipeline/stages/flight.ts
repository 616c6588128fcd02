import type { Reply } from '../../jsonrpc/reply.js'
import { type CancelListener, Cancellation } from '../../runtime/cancellation.js'
import type { MaybeDeferred } from '../../runtime/deferred.js'
import { IntrusiveMap, type MapItem } from '../../runtime/intrusive-map.js'
import { paramsText } from '../params/cache-key.js'
import type { Charged } from '../stage.js'

/** A call that waits for the answer to an identical call. */
export interface Follower {
  readonly call: Charged
  readonly deadlineMs: number
  /** Ends its waiting for the flight: no more timer, no more listening. */
  settle(reply: Reply | MaybeDeferred<Reply>): void
}

/** An attempt in flight that identical calls share. As a Cancellation it fires when no caller waits for its answer any more. */
export class Flight extends Cancellation implements CancelListener, MapItem<Flight> {
  followers: Set<Follower> | undefined
  place = 0
  behind: Flight | undefined
  isLeaderGone = false
  private isLanded = false
  private knownText: string | undefined

  constructor(
    private readonly flights: Flights,
    /** The leader's. */
    readonly call: Charged,
    /** The print of its params. */
    readonly number: number,
    readonly deadlineMs: number,
    /** Whether it is asked once more because the one before it found no room in memory. */
    readonly isSecondTry: boolean,
  ) {
    super()
    flights.add(this)
    call.cancellation.listen(this)
  }

  get text(): string {
    this.knownText ??= textOf(this.call)
    return this.knownText
  }

  /** A call that arrives from now on asks anew. */
  land(): void {
    if (this.isLanded) return
    this.isLanded = true
    this.flights.remove(this)
  }

  /** The answer is whole: its leader's leaving ends nothing any more. */
  rest(): void {
    this.call.cancellation.ignore(this)
  }

  /** The leader left. */
  cancelled(): void {
    this.isLeaderGone = true
    this.leave()
  }

  /** A caller left: cancels the attempt when it was the last one. */
  leave(): void {
    if (!this.isLeaderGone || (this.followers !== undefined && this.followers.size > 0)) return
    this.land()
    this.cancel()
  }
}

/**
 * The questions of one method that are under way, to be found by their params.
 *
 * Nearly every question is the only one of its kind: so first a number is looked for that identical ones have in common, and texts are
 * made and compared only where another question has it, too. A caller that makes many with the same number causes only that comparison.
 */
export class Flights {
  private readonly byPrint = new IntrusiveMap<Flight>()
  /** Those whose print was taken. */
  private readonly byText = new Map<string, Flight>()

  find(call: Charged, print: number): Flight | undefined {
    const flight = this.byPrint.get(print)
    if (flight === undefined && this.byText.size === 0) return undefined
    const text = textOf(call)
    return flight?.text === text ? flight : this.byText.get(text)
  }

  add(flight: Flight): void {
    if (this.byPrint.get(flight.number) === undefined) this.byPrint.add(flight)
    else this.byText.set(flight.text, flight)
  }

  remove(flight: Flight): void {
    if (!this.byPrint.remove(flight)) this.byText.delete(flight.text)
  }
}

/** Where the partner may answer, only accounts that want its answers may share them. */
const textOf = (call: Charged): string => {
  const { row, caller } = call
  const text = paramsText(call)!
  return row.canFailOver && caller.entitlement.canFailOver ? `partner ${text}` : text
}
