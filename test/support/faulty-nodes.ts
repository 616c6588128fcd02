import { type Fault, type FaultyFront, startFaultyFront } from './faulty-front.js'
import { type HintFront, startHintFront } from './hint-front.js'
import { TwinChains } from './twin-chains.js'

const HINTS_LOST = 0.3

/** A fault of one of the `FaultyNodes`. */
export type NodeFault = 'killed' | 'frozen' | 'lagging' | Exclude<Fault, 'none'>

/**
 * Several real nodes of one chain behind proxies that make them fail. Their WebSockets lose three
 * notifications of ten.
 */
export class FaultyNodes {
  private constructor(
    readonly chains: TwinChains,
    private readonly fronts: readonly FaultyFront[],
    private readonly hints: readonly HintFront[],
  ) {}

  /** Starts `count` nodes with 20 blocks; `random` (0 to 1) chooses the garbage and the losses. */
  static async start(count: number, random: () => number): Promise<FaultyNodes> {
    const chains = await TwinChains.start(count)
    while (chains.height < 20) await chains.mine()
    const fronts: FaultyFront[] = []
    const hints: HintFront[] = []
    for (let index = 0; index < count; index++) {
      const { url, wsUrl } = chains.twin(index)
      fronts.push(await startFaultyFront(url, random))
      hints.push(await startHintFront(wsUrl, () => random() < HINTS_LOST))
    }
    return new FaultyNodes(chains, fronts, hints)
  }

  /** The nodes as a configuration's `upstreams`: `node-1`, `node-2`, … */
  upstreams({ hasSockets }: { readonly hasSockets: boolean }): string {
    const texts = this.fronts.map(({ url }, index) => {
      const wsUrl = hasSockets ? `, wsUrl: "${this.hints[index]!.url}"` : ''
      return `{ name: node-${index + 1}, url: "${url}"${wsUrl} }`
    })
    return texts.join(', ')
  }

  async begin(fault: NodeFault, index: number): Promise<void> {
    const { chains, fronts } = this
    if (fault === 'killed' || fault === 'frozen' || fault === 'lagging') await chains.leave(index)
    else fronts[index]!.suffer(fault)
    if (fault === 'killed') await chains.kill(index)
    if (fault === 'frozen') process.kill(chains.twin(index).pid, 'SIGSTOP')
  }

  async end(fault: NodeFault, index: number): Promise<void> {
    const { chains, fronts, hints } = this
    fronts[index]!.suffer('none')
    if (fault === 'frozen') process.kill(chains.twin(index).pid, 'SIGCONT')
    if (fault === 'killed') await chains.startTwin(index)
    if (fault === 'killed' || fault === 'frozen' || fault === 'lagging') await chains.rejoin(index)
    fronts[index]!.target = chains.twin(index).url
    hints[index]!.target = chains.twin(index).wsUrl
  }

  async stop(): Promise<void> {
    await Promise.all([...this.fronts, ...this.hints].map((front) => front.stop()))
    await this.chains.stop()
  }
}
