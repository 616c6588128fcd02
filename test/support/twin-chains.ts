import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { encodeCall } from '../../src/tools/demo/evm-transactions.js'
import { emitter } from './emitter-artifact.js'

/**
 * An account without code whose storage shows the block: slot 0 holds the newest number, slot n
 * holds n from block n on.
 */
export const CLOCK_ADDRESS = `0x${'c1'.repeat(20)}`
/** Logs that every block from the second on has, until the chain is reorganized. */
export const LOGS_A_BLOCK = 2

const MINING_WAITS_AFTER_MS = 3_000
const BASE_FEE = '0x3b9aca00'
const GAS_PRICE = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const quantity = (value: number): string => `0x${value.toString(16)}`

/**
 * One chain on several real anvils: every block is built from its number alone, so that they agree
 * on every hash, and one that was killed, frozen or left behind can be brought up to date.
 */
export class TwinChains {
  /** Blocks that every anvil which takes part has. */
  height = 0
  /** Blocks that some anvil may have already. */
  begun = 0
  contractAddress = ''
  /** The emitting transaction of each block from the second on, by block number. */
  readonly transactions = new Map<number, string>()
  private readonly twins: Anvil[] = []
  /** The branch of each block that an anvil has, from block 1 on. */
  private readonly built: number[][] = []
  /** The branch of each block of the chain: a reorganization begins a new one. */
  private readonly branches: number[] = []
  private branch = 0
  private readonly absent = new Set<number>()
  private mining: Promise<unknown> | undefined
  /**
   * Set while an anvil takes long to catch up. No block is mined then: on a busy machine the anvil
   * might never catch up.
   */
  private caughtUp: Promise<unknown> | undefined

  private constructor(private readonly startSeconds: number) {}

  /** Starts `count` anvils with a first block each, in which the emitter is deployed. */
  static async start(count: number): Promise<TwinChains> {
    const chains = new TwinChains(Math.floor(Date.now() / 1000))
    for (let index = 0; index < count; index++) await chains.startTwin(index)
    await chains.mine()
    return chains
  }

  twin(index: number): Anvil {
    return this.twins[index]!
  }

  /** Mines the next block on every anvil that takes part. */
  async mine(): Promise<void> {
    await this.caughtUp
    const next = ++this.begun
    this.branches[next - 1] = this.branch
    const built = this.twins.map((_, index) => (this.absent.has(index) ? undefined : this.build(index, next)))
    this.mining = Promise.all(built)
    await this.mining
    this.height = next
  }

  /** Replaces the newest `depth` blocks by as many others and one more. */
  async reorganize(depth: number): Promise<void> {
    await this.caughtUp
    this.branch++
    const fork = this.begun - depth
    this.branches.length = fork
    this.begun = fork
    this.height = fork
    const followed = this.twins.map((_, index) => (this.absent.has(index) ? undefined : this.leaveBranch(index)))
    this.mining = Promise.all(followed)
    await this.mining
    for (let number = fork; number <= fork + depth; number++) await this.mine()
  }

  /**
   * Leaves an anvil out of the blocks to come, once it has the one that is being mined: half a
   * block would be finished much later.
   */
  async leave(index: number): Promise<void> {
    this.absent.add(index)
    await this.mining
  }

  /** Brings an anvil up to date and lets it take part again. */
  async rejoin(index: number): Promise<void> {
    const startedMs = performance.now()
    let goOn = () => {}
    try {
      for (;;) {
        await this.leaveBranch(index)
        if (this.built[index]!.length >= this.begun) break
        if (performance.now() - startedMs > MINING_WAITS_AFTER_MS)
          this.caughtUp ??= new Promise<void>((resolve) => {
            goOn = resolve
          })
        await this.build(index, this.built[index]!.length + 1)
      }
      this.absent.delete(index)
    } finally {
      this.caughtUp = undefined
      goOn()
    }
  }

  /** Ends an anvil at once, as a crash does; it must have left. */
  async kill(index: number): Promise<void> {
    process.kill(this.twin(index).pid, 'SIGKILL')
    await this.twin(index).ended
  }

  /** Starts an anvil without any block of the chain; also one that was killed. */
  async startTwin(index: number): Promise<void> {
    const args = ['--timestamp', String(this.startSeconds), '--no-mining', '--order', 'fifo']
    this.twins[index] = await startAnvil({ args })
    this.built[index] = []
  }

  async stop(): Promise<void> {
    await Promise.all(this.twins.map((twin) => twin.stop()))
  }

  /** Takes back an anvil's blocks that a reorganization replaced. */
  private async leaveBranch(index: number): Promise<void> {
    const built = this.built[index]!
    let common = 0
    while (common < built.length && built[common] === this.branches[common]) common++
    if (common === built.length) return
    await callNode(this.twin(index).url, 'anvil_rollback', [built.length - common])
    built.length = common
  }

  private async build(index: number, number: number): Promise<void> {
    const { url } = this.twin(index)
    // A reorganization may begin during this build, and take the block back after it.
    const branch = this.branches[number - 1]!
    const [from] = (await callNode(url, 'eth_accounts')) as string[]
    const gas = '0x2dc6c0'
    const call =
      number === 1
        ? { from, data: emitter.bytecode, gas, ...GAS_PRICE }
        : {
            from,
            to: this.contractAddress,
            data: encodeCall(emitter.selectors.emitTicks, LOGS_A_BLOCK + (branch % 3)),
            gas,
            ...GAS_PRICE,
          }
    const hash = (await callNode(url, 'eth_sendTransaction', [call])) as string
    await callNode(url, 'anvil_setStorageAt', [CLOCK_ADDRESS, word(0), word(number)])
    await callNode(url, 'anvil_setStorageAt', [CLOCK_ADDRESS, word(number), word(number)])
    // After anvil_rollback, anvil would go on with the fee of the block that it took back.
    await callNode(url, 'anvil_setNextBlockBaseFeePerGas', [BASE_FEE])
    await callNode(url, 'evm_mine', [this.startSeconds + number])
    this.built[index]!.push(branch)
    if (number > 1) this.transactions.set(number, hash)
    else {
      const receipt = (await callNode(url, 'eth_getTransactionReceipt', [hash])) as { contractAddress: string }
      this.contractAddress = receipt.contractAddress
    }
    const mined = await callNode(url, 'eth_blockNumber')
    if (mined !== quantity(number)) throw new Error(`anvil ${index} is at ${mined} after block ${number} was mined`)
  }
}
