/** Who is woken. */
export interface AlarmListener {
  ring(): void
}

/**
 * One timer, set anew as often as plans change, and a clock that never goes back while it is in use.
 *
 * A wall clock may be set back; a limit must end all the same. So when the alarm rings it is as late as it was set for, at least.
 */
export class Alarm {
  private timer: ReturnType<typeof setTimeout> | undefined
  private setForMs = 0
  private latestMs = 0

  constructor(
    private readonly clock: () => number,
    private readonly listener: AlarmListener,
  ) {}

  now(): number {
    this.latestMs = Math.max(this.latestMs, this.clock())
    return this.latestMs
  }

  set(atMs: number): void {
    if (this.timer !== undefined) clearTimeout(this.timer)
    this.setForMs = atMs
    this.timer = setTimeout(ring, Math.max(1, Math.ceil(atMs - this.latestMs)), this)
  }

  clear(): void {
    if (this.timer !== undefined) clearTimeout(this.timer)
    this.timer = undefined
  }

  ring(): void {
    this.latestMs = Math.max(this.latestMs, this.setForMs)
    this.listener.ring()
  }
}

const ring = (alarm: Alarm): void => alarm.ring()
