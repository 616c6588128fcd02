/** Slots that owners (account ids) share. An owner may use as many as it leaves free for others. */
export class FairSlots {
  /** Slots in use. */
  used = 0
  private readonly usedBy = new Map<string, number>()

  constructor(private readonly slots: number) {}

  get isFull(): boolean {
    return this.used >= this.slots
  }

  /** True if the owner may use no more; alone, it may use half of all. */
  isFullFor(owner: string): boolean {
    return (this.usedBy.get(owner) ?? 0) >= this.slots - this.used
  }

  /** Uses a slot; `owner` is undefined for the process itself. The caller asked whether it may. */
  take(owner: string | undefined): void {
    this.change(owner, 1)
  }

  free(owner: string | undefined): void {
    this.change(owner, -1)
  }

  private change(owner: string | undefined, by: 1 | -1): void {
    this.used += by
    if (owner === undefined) return
    const own = (this.usedBy.get(owner) ?? 0) + by
    if (own === 0) this.usedBy.delete(owner)
    else this.usedBy.set(owner, own)
  }
}
