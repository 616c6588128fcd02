import { bytesOf, loadTrieLibrary, numberBytes } from './trie-library.js'

/**
 * The members of a receipt that its block's `receiptsRoot` covers, as hexadecimal text.
 *
 * `outcome`  the status, or the state root of a block before Byzantium
 * `deposit`  nonce and version of an OP Stack deposit's receipt, since Canyon
 */
export interface CoveredReceipt {
  readonly type: string
  readonly outcome: string
  readonly deposit?: readonly [nonce: string, version: string]
  readonly cumulativeGasUsed: string
  readonly logsBloom: string
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

const STATE_ROOT_LENGTH = 66

/**
 * The root of the trie of a block's receipts, in their order.
 *
 * Source  Ethereum Yellow Paper, section 4.3.1; EIP-658 (status), EIP-2718 (types);
 *         op-geth core/types/receipt.go EncodeIndex (deposits of the OP Stack)
 */
export const receiptsRootOf = async (receipts: readonly CoveredReceipt[]): Promise<string> => {
  const { createMPT, encode } = await loadTrieLibrary()
  const trie = await createMPT()
  for (const [index, receipt] of receipts.entries()) {
    const { outcome, cumulativeGasUsed, logsBloom, logs, deposit = [] } = receipt
    const body = encode([
      outcome.length === STATE_ROOT_LENGTH ? bytesOf(outcome) : numberBytes(outcome),
      numberBytes(cumulativeGasUsed),
      bytesOf(logsBloom),
      logs.map(({ address, topics, data }) => [bytesOf(address), topics.map(bytesOf), bytesOf(data)]),
      ...deposit.map(numberBytes),
    ])
    const type = numberBytes(receipt.type)
    await trie.put(encode(index), type.length === 0 ? body : Buffer.concat([type, body]))
  }
  return `0x${Buffer.from(trie.root()).toString('hex')}`
}
