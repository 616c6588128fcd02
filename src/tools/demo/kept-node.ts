import type { Anvil } from './anvil.js'

export interface KeptNodeOptions {
  /** Starts the node, with the state that it had; at a port, or at a free one. */
  start(port?: number): Promise<Anvil>
  /** A killed node starts again after this time: people see what the gateway does without it. */
  readonly awayMs: number
  /** Hears the end of a sentence about the node: it ended, or it is back. */
  notify(what: string): void
}

/** A local EVM node that comes back at its address after it was killed, until it is stopped. */
export class KeptNode {
  private isStopped = false
  private timer: NodeJS.Timeout | undefined
  private restart: Promise<void> | undefined

  private constructor(
    private node: Anvil,
    private readonly options: KeptNodeOptions,
  ) {
    this.watch()
  }

  static async start(options: KeptNodeOptions): Promise<KeptNode> {
    return new KeptNode(await options.start(), options)
  }

  get url(): string {
    return this.node.url
  }

  get wsUrl(): string {
    return this.node.wsUrl
  }

  /** Its first process; a restarted node has another. */
  get pid(): number {
    return this.node.pid
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.restart
    await this.node.stop()
  }

  private watch(): void {
    const { awayMs, notify } = this.options
    void this.node.ended.then((lastWords) => {
      if (this.isStopped) return
      notify(`ended: ${lastWords || 'no reason given'}. It starts again in ${awayMs / 1_000} s.`)
      this.timer = setTimeout(() => {
        this.restart = this.startAgain()
      }, awayMs)
    })
  }

  private async startAgain(): Promise<void> {
    const { start, notify } = this.options
    try {
      this.node = await start(Number(new URL(this.node.url).port))
      notify(`is back, as process ${this.node.pid}.`)
      this.watch()
    } catch (error) {
      notify(`does not start again: ${(error as Error).message}`)
    }
  }
}
