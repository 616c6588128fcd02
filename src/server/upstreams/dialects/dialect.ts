/**
 * What a node's own error says about the node.
 *
 * `syncing`        it has not caught up with its network yet
 * `no_state`       the state of that block is not, or no longer, in its database
 * `no_history`     the block's body, receipts or index are not, or no longer, there
 * `no_block`       it has not seen the block, which others may have
 * `node_behind`    it says itself that it is behind
 * `rate_limited`   the provider's limit in calls, or its account with us, is used up
 * `no_method`      it does not have the method, or not for us
 * `own_limit`      a limit of this provider, met by this call; others may have a wider one
 * `node_trouble`   it says that it failed
 */
export type NodeDoubt =
  | 'syncing'
  | 'no_state'
  | 'no_history'
  | 'no_block'
  | 'node_behind'
  | 'rate_limited'
  | 'no_method'
  | 'own_limit'
  | 'node_trouble'

/**
 * One kind of error of a family's nodes, and what it means.
 *
 * `codes`    the codes it comes with; undefined: any
 * `message`  what its message looks like; undefined: anything
 * `meaning`  `answer`: the error is about the call, so every node would say it. Otherwise why this
 *            upstream's answer is not the last word
 * `source`   where the node, or the provider's documentation, says so
 */
export interface DialectRow {
  readonly codes?: readonly number[]
  readonly message?: RegExp
  readonly meaning: NodeDoubt | 'answer'
  readonly source: string
}

/**
 * What an error says about the node, by the first row that fits.
 *
 * An error that no row knows is the node's answer and no other node is asked: doubting it would
 * turn every caller's mistake into work for the whole pool, and a new wording into an outage. A row
 * must be earned by evidence.
 */
export const readDialect = (rows: readonly DialectRow[], code: number, message: string): NodeDoubt | undefined => {
  for (const row of rows) {
    if (row.codes !== undefined && !row.codes.includes(code)) continue
    if (row.message !== undefined && !row.message.test(message)) continue
    return row.meaning === 'answer' ? undefined : row.meaning
  }
  return undefined
}
