import { deploy, encodeCall, type Hex, type Receipt, transact } from '../../src/tools/demo/evm-transactions.js'
import { emitter } from './emitter-artifact.js'

/**
 * A contract on a local node that emits as many, or as large, logs as a boundary needs. Each call
 * is one block.
 */
export interface Emitter {
  readonly contractAddress: Hex
  /** Block it was deployed in. */
  readonly blockNumber: Hex
  /**
   * Emits `count` logs Tick(number) with consecutive numbers, counting from 0 since deployment;
   * about 1,200 gas each.
   */
  emitTicks(count: number): Promise<Receipt>
  /** Emits `count` logs Blob(number, content) of `size` bytes each; about 11 gas a byte. */
  emitBlobs(count: number, size: number): Promise<Receipt>
}

/** Topics of the emitter's events: `Tick`, `Blob`. */
export const emitterTopics = emitter.topics

/**
 * Deploys the emitter; above 20,000 ticks or 2 MB of blobs a call, start anvil with a `gasLimit` of
 * 2,000,000,000.
 */
export const deployEmitter = async (url: string): Promise<Emitter> => {
  const { contractAddress, blockNumber } = await deploy(url, emitter.bytecode)
  // Told how much gas it may use, anvil need not run the call twice to find out.
  const call = (gas: number, data: string) => transact(url, { to: contractAddress, gas: `0x${gas.toString(16)}`, data })
  return {
    contractAddress,
    blockNumber,
    emitTicks: (count) => call(200_000 + count * 1_400, encodeCall(emitter.selectors.emitTicks, count)),
    emitBlobs: (count, size) =>
      call(
        200_000 + count * (2_000 + size * 12) + Math.ceil(size ** 2 / 50_000),
        encodeCall(emitter.selectors.emitBlobs, count, size),
      ),
  }
}
