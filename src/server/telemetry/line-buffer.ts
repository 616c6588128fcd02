/**
 * Gathers lines and hands them on together: when they are many enough, or at the latest `waitMs`
 * after the first.
 *
 * pino's own buffer measures all that it holds again with every line, so large groups must not be
 * made there.
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
