/** Limits of a recording; the first one reached ends it. */
export interface RecordBounds {
  readonly calls: number
  readonly bytes: number
  /** Share of calls that is recorded, above 0 and up to 1. */
  readonly share: number
}

/** Counts of the calls seen. */
export interface RecordCounts {
  readonly recorded: number
  readonly bytes: number
  /** Passed on, not recorded: anything but positional calls, and lines that are too long. */
  readonly unreadable: number
  /** Why the file could not be written any more. */
  readonly trouble: string | undefined
}

/** Longer lines are left out, so that one call cannot fill the file. */
const MAX_LINE_BYTES = 64 * 1024
/** Methods have few names; other text could be anything that a caller wrote. */
const METHOD_NAME = /^[A-Za-z][\w.]{0,99}$/
/**
 * A key of the gateway's, a key's secret or a sign-in link, whole or cut off, and any word
 * characters after it; the prefix stays.
 */
const SECRET = /(tg[ksl]_)[\w-]*/g

/**
 * Turns the bodies of requests into lines of a traffic file, `{"method": …, "params": […]}`. Never
 * receives paths, headers, addresses, ids or answers; cuts a key or secret within params to its
 * prefix. Source of the format: docs/contract-diff.md
 */
export class TrafficRecorder {
  private recorded = 0
  private bytes = 0
  private unreadable = 0
  private isClosed = false
  private trouble: string | undefined

  /** After `write` throws, nothing more is recorded, and calls pass on. */
  constructor(
    private readonly bounds: RecordBounds,
    private readonly write: (line: string) => void,
    private readonly random: () => number,
  ) {}

  get counts(): RecordCounts {
    const { recorded, bytes, unreadable, trouble } = this
    return { recorded, bytes, unreadable, trouble }
  }

  /** True if nothing more is recorded. */
  get isFull(): boolean {
    return this.isClosed || this.recorded >= this.bounds.calls
  }

  /** Stops recording. */
  close(): void {
    this.isClosed = true
  }

  /** Records the calls of a body, a batch or one. */
  saw(body: string): void {
    if (this.isFull) return
    let calls: unknown
    try {
      calls = JSON.parse(body)
    } catch {
      this.unreadable += 1
      return
    }
    for (const call of Array.isArray(calls) ? calls : [calls]) this.sawCall(call)
  }

  private sawCall(call: unknown): void {
    if (this.isFull || this.random() >= this.bounds.share) return
    const { method, params = [] } = Object(call) as { readonly method?: unknown; readonly params?: unknown }
    const isCall = typeof method === 'string' && METHOD_NAME.test(method) && Array.isArray(params)
    const line = isCall ? `${JSON.stringify({ method, params }).replaceAll(SECRET, '$1')}\n` : ''
    const bytes = Buffer.byteLength(line)
    if (!isCall || bytes > MAX_LINE_BYTES) {
      this.unreadable += 1
      return
    }
    if (this.bytes + bytes > this.bounds.bytes) return this.close()
    try {
      this.write(line)
    } catch (error) {
      this.trouble = (error as Error).message
      return this.close()
    }
    this.bytes += bytes
    this.recorded += 1
  }
}
