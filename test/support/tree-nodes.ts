import type { FollowNodes, HeadHint } from '../../src/server/subscriptions/follow/follow-nodes.js'
import { readHead } from '../../src/server/subscriptions/sources/result-facts.js'
import type { AskBytes, AskedBytes } from '../../src/server/upstreams/poll/asked.js'
import type { Upstream } from '../../src/server/upstreams/upstream.js'
import { type BlockTree, blockAt, type TreeBlock } from './block-tree.js'
import type { VirtualTime } from './virtual-time.js'

/** Probability of each fault of a node, from 0 to 1; `delayMs` bounds the delay of answers. */
export interface NodeFaults {
  readonly refuse: number
  readonly hang: number
  readonly noBlock: number
  readonly emptyLogs: number
  readonly missingLog: number
  readonly foreignLogs: number
  readonly delayMs: number
}

export const HONEST: NodeFaults = {
  refuse: 0,
  hang: 0,
  noBlock: 0,
  emptyLogs: 0,
  missingLog: 0,
  foreignLogs: 0,
  delayMs: 0,
}

/** A node of a model network. */
export interface TreeNode {
  readonly upstream: Upstream
  tip: TreeBlock
  isUp: boolean
  faults: NodeFaults
  /** Number of calls received, by method. */
  readonly asked: Map<string, number>
}

const error: AskedBytes = { kind: 'node-error', code: -32000, message: 'refused' }
const result = (text: string): AskedBytes => ({ kind: 'result', bytes: Buffer.from(text) })

/** Nodes that show a tree of blocks, and a poll that knows all their heads. */
export class TreeNodes {
  readonly nodes: TreeNode[]
  /** Nodes that stand alone above the others. */
  readonly alone = new Set<TreeNode>()
  /** The newest block that the nodes agree on; undefined: none is known. */
  known: bigint | undefined
  finalized: bigint | undefined
  /** Receives the blocks that nodes announce. */
  private hear: ((hint: HeadHint) => void) | undefined

  constructor(
    private readonly tree: BlockTree,
    private readonly time: VirtualTime,
    private readonly random: () => number,
    count: number,
    /** False: like anvil, a node forgets a block that is taken back. */
    private readonly keepsOrphans: boolean,
  ) {
    this.nodes = Array.from({ length: count }, (_, index) => this.node(index))
  }

  get followed(): FollowNodes {
    const network = this
    const isBehind = (upstream: object): boolean => {
      const heads = this.nodes.filter(({ isUp }) => isUp).map(({ tip }) => tip.number)
      return this.of(upstream as Upstream).tip.number < Math.max(...heads) - 5
    }
    return {
      pool: {
        upstreams: this.nodes.map(({ upstream }) => upstream),
        checkChain: () => true,
        spend: () => {},
        waitMs: () => 0,
      },
      head: {
        get known() {
          return network.known === undefined
            ? undefined
            : { number: network.known, timestampMs: undefined, learnedAtMs: 0 }
        },
        isBehind,
        standsAloneAbove: (node) => {
          if (!network.alone.has(this.of(node as Upstream))) return undefined
          const others = this.nodes.filter(({ upstream }) => upstream !== node)
          const number = BigInt(Math.max(...others.map(({ tip }) => tip.number)))
          return { node, number, isSeconded: false, hasStopped: false }
        },
        judge: () => 'plausible',
        served: () => {},
        get finalized() {
          return network.finalized
        },
        blockTimeMs: undefined,
      },
      hints: {
        onHint: (listener) => {
          this.hear = listener
          return () => {
            this.hear = undefined
          }
        },
      },
    }
  }

  /** Announces a block from a node, with this text of its header. */
  announce({ upstream }: TreeNode, { json }: TreeBlock, text = json): void {
    const header = Buffer.from(text)
    this.hear?.({ upstream, ...readHead(header, { start: 0, end: header.length }), header })
  }

  readonly ask: AskBytes = async (upstream, method, params, timeoutMs, { cancellation } = {}) => {
    const node = this.of(upstream)
    const { faults } = node
    node.asked.set(method, (node.asked.get(method) ?? 0) + 1)
    const isHanging = !node.isUp || this.random() < faults.hang
    const waitMs = isHanging ? timeoutMs : 1 + this.random() * faults.delayMs
    await Promise.race([this.time.wait(waitMs), new Promise<void>((resolve) => void cancellation?.onCancel(resolve))])
    if (isHanging || cancellation?.isCancelled || !node.isUp) return { kind: 'silent', reason: 'timed_out' }
    if (this.random() < faults.refuse) return error
    return this.answer(node, method, params)
  }

  total(method: string): number {
    return this.nodes.reduce((sum, { asked }) => sum + (asked.get(method) ?? 0), 0)
  }

  questions(): number {
    return this.nodes.reduce((sum, { asked }) => sum + [...asked.values()].reduce((all, one) => all + one, 0), 0)
  }

  private answer(node: TreeNode, method: string, params: readonly unknown[]): AskedBytes {
    const { faults, tip } = node
    const block = (found: TreeBlock | undefined) =>
      result(found === undefined || this.random() < faults.noBlock ? 'null' : found.json)
    const [first] = params
    switch (method) {
      case 'eth_blockNumber':
        return result(`"0x${tip.number.toString(16)}"`)
      case 'eth_getBlockByNumber':
        return block(first === 'latest' ? tip : blockAt(tip, Number(first)))
      case 'eth_getBlockByHash':
        return block(this.shown(node, first as string))
      case 'eth_getLogs':
        return this.logs(node, (first as { readonly blockHash: string }).blockHash)
      default:
        return { kind: 'node-error', code: -32601, message: 'no such method' }
    }
  }

  private logs(node: TreeNode, blockHash: string): AskedBytes {
    const { faults } = node
    const block = this.shown(node, blockHash)
    if (block === undefined) return this.random() < 0.5 ? error : result('[]')
    if (this.random() < faults.emptyLogs) return result('[]')
    if (this.random() < faults.foreignLogs) return result(JSON.stringify(block.parent?.logs ?? []))
    const isMissing = this.random() < faults.missingLog
    const left = Math.floor(this.random() * block.logs.length)
    return result(JSON.stringify(isMissing ? block.logs.filter((_, at) => at !== left) : block.logs))
  }

  private shown({ tip }: TreeNode, hash: string): TreeBlock | undefined {
    const block = this.tree.blocks.get(hash)
    if (block === undefined) return undefined
    return this.keepsOrphans || blockAt(tip, block.number) === block ? block : undefined
  }

  private of(upstream: Upstream): TreeNode {
    return this.nodes.find((node) => node.upstream === upstream)!
  }

  private node(index: number): TreeNode {
    const health = {
      get isUsable() {
        return node.isUp
      },
      get head() {
        return BigInt(node.tip.number)
      },
      raiseHead: () => {},
      state: 'up',
      reason: 'answers',
      rank: () => (node.isUp ? 0 : undefined),
      begin: () => {},
      answered: () => {},
      failed: () => {},
      endWithoutVerdict: () => {},
    }
    const upstream = { name: `node-${index}`, weight: 1, health } as unknown as Upstream
    const node: TreeNode = {
      upstream,
      tip: this.tree.genesis,
      isUp: true,
      faults: HONEST,
      asked: new Map(),
    }
    return node
  }
}
