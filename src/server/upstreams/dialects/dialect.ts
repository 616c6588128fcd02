/**
 * A reason, found in a node's error, to doubt the node's answer.
 *
 * `syncing`        it has not caught up with its network yet
 * `no_state`       its database lacks the state of that block
 * `no_history`     it lacks the block's body, receipts or index
 * `no_block`       it has not seen the block, slot or transaction, but others may have
 * `slot_skipped`   it says that the chain has no block at that slot, or lacks a gap of its ledger
 * `node_behind`    it reports that it is behind; on EVM: it lacks a transaction, and may be behind
 * `rate_limited`   the provider's call limit, or our account there, is used up
 * `no_method`      it does not serve the method, or not to us
 * `own_limit`      the call exceeds this provider's limit; others may allow more
 * `node_trouble`   it reports a failure
 */
export type NodeDoubt =
  | 'syncing'
  | 'no_state'
  | 'no_history'
  | 'no_block'
  | 'slot_skipped'
  | 'node_behind'
  | 'rate_limited'
  | 'no_method'
  | 'own_limit'
  | 'node_trouble'

/**
 * One kind of error of a family's nodes, and its meaning.
 *
 * `codes`      the error codes it applies to; undefined: any
 * `message`    pattern of the message; undefined: any
 * `meaning`    `answer`: the error is about the call, so every node would return it. Any other
 *              value is the reason to ask another upstream
 * `isOpenRange`  it applies only to a range from a number to a tag: nodes differ in the tag's block
 * `isUntaken`  its codes alone prove that a node that was sent a write did not take it
 * `source`     where the node's code or the provider's documentation says so
 */
export interface DialectRow {
  readonly codes?: readonly number[]
  readonly message?: RegExp
  readonly meaning: NodeDoubt | 'answer'
  readonly source: string
  readonly isOpenRange?: boolean
  readonly isUntaken?: boolean
}

/**
 * True for codes that nodes give to errors of every kind, among them what a caller's own program
 * throws. Only the message says what is wrong, and the caller may have chosen it.
 *
 * Source  geth rpc/errors.go errcodeDefault; reth EthApiError::InternalJsTracerError
 */
export const hasOpenCode = (code: number): boolean => code === -32000 || code === -32603

/**
 * Returns the meaning of an error for its node, by the first row that matches.
 *
 * An error without a row is the node's answer, and no other node is asked. If it were a fault of
 * the node, each mistake of a caller would go to all nodes, and a new wording would take all of
 * them down. A row needs evidence. `asksOpenRange` is called for rows of an open range.
 */
export const readDialect = (
  rows: readonly DialectRow[],
  code: number,
  message: string,
  asksOpenRange: () => boolean = () => false,
): NodeDoubt | undefined => {
  for (const row of rows) {
    if (row.codes !== undefined && !row.codes.includes(code)) continue
    if (row.message !== undefined && !row.message.test(message)) continue
    if (row.isOpenRange === true && !asksOpenRange()) continue
    return row.meaning === 'answer' ? undefined : row.meaning
  }
  return undefined
}
