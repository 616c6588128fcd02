/**
 * Collects lines and passes them on together: when there are enough, or at the latest `waitMs`
 * after the first.
 *
 * pino's buffer measures its whole content again for every line, so it must not hold large groups.
 */
export class LineBuffer {
  private lines = ''
  private timer: NodeJS.Timeout | undefined

  /**
   * `write` gets one or more whole lines; no more than `maxLength` characters unless one line is
   * longer.
   */
  constructor(
    private readonly maxLength: number,
    private readonly waitMs: number,
    private readonly write: (lines: string) => void,
  ) {}

  /** `line` ends with its line feed. */
  add(line: string): void {
    if (this.lines.length + line.length > this.maxLength) this.flush()
    this.lines += line
    this.timer ??= setTimeout(() => this.flush(), this.waitMs).unref()
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.lines === '') return
    const { lines } = this
    this.lines = ''
    this.write(lines)
  }
}
