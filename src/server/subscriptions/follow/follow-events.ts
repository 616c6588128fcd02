/** The outcome of a request for a block's logs. */
export type LogsFetched = 'ok' | 'incomplete' | 'error'

/** Receives what a follower does, for metrics and log. */
export interface FollowEvents {
  fetchedLogs(result: LogsFetched): void
  /** Blocks that the follower is behind the newest one it has seen. */
  lagging(blocks: number): void
  reorganized(depth: number): void
  /** Called once: the headers' blooms deny logs, so they are compared no more. */
  bloomsIgnored(): void
  /** No node gave the logs of a block for too long. `nodes`: why, by name. */
  logsMissing(blockHash: string, nodes: Readonly<Record<string, string>>): void
  bug(error: unknown): void
}
