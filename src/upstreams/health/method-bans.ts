/** Methods that an upstream is not asked for, each for a while; bounded by the methods of the contract. */
export class MethodBans {
  private readonly entries = new Map<string, { readonly reason: string; readonly untilMs: number }>()

  add(method: string, reason: string, untilMs: number): void {
    this.entries.set(method, { reason, untilMs })
  }

  has(method: string, nowMs: number): boolean {
    const entry = this.entries.get(method)
    if (entry === undefined) return false
    if (entry.untilMs > nowMs) return true
    this.entries.delete(method)
    return false
  }

  /** The methods, each with the reason. */
  reasons(nowMs: number): Record<string, string> {
    const current = [...this.entries].filter(([, { untilMs }]) => untilMs > nowMs)
    return Object.fromEntries(current.map(([method, { reason }]) => [method, reason]))
  }
}
