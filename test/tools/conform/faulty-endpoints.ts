import { document } from '../../../generated/document.js'
import { methodsOf } from '../../../src/contract/compiled-contract.js'
import { conform } from '../../../src/tools/conform/conform.js'
import { type Mock, startMock } from '../../../src/tools/mock/mock.js'
import type { faults } from './planted-faults.js'
import { PlantingProxy } from './planting-proxy.js'

const OWNER = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Checks except those of subscriptions, which wait for blocks. */
const QUICK = (
  'batch block chain credits discover envelope error generated head http key logs params receipt result solana ' +
  'stable storage transport'
)
  .split(' ')
  .map((subject) => `${subject}.`)
/** A limit that no check reaches. */
const PLENTY = 1_000_000_000

/** A mock behind a proxy that plants faults, to check against the built-in contract. */
export class FaultyEndpoint {
  private constructor(
    private readonly mock: Mock,
    private readonly proxy: PlantingProxy,
    private readonly url: string,
  ) {}

  static async start(): Promise<FaultyEndpoint> {
    const mock = await startMock({
      port: 0,
      seed: 'conform',
      blockTimeMs: 3_000,
      contracts: [],
      dailyCredits: PLENTY,
      creditsPerSecond: PLENTY,
      env: {},
    })
    const proxy = new PlantingProxy(mock.url)
    return new FaultyEndpoint(mock, proxy, await proxy.start())
  }

  async stop(): Promise<void> {
    await this.proxy.stop()
    await this.mock.stop()
  }

  /** Number of answers changed since the last fault was planted. */
  get changed(): number {
    return this.proxy.changed
  }

  /**
   * Returns the findings about the endpoint with a planted fault, one line each. `only`: parts of
   * the names of checks.
   */
  async said(
    { plant, isSolana }: Pick<(typeof faults)[number], 'plant' | 'isSolana'>,
    only: readonly string[] = QUICK,
  ): Promise<string[]> {
    this.proxy.plant = plant
    this.proxy.changed = 0
    const { network } = this.mock.endpoints[isSolana ? 1 : 0]!
    const path = `${network}/v3/${this.mock.key}`
    const { results } = await conform({
      url: `${this.url}/${path}`,
      webSocketUrl: `${this.url.replace('http', 'ws')}/${path.replace('/v3/', '/ws/v3/')}`,
      profile: 'tollgate',
      document,
      methods: methodsOf(undefined),
      family: isSolana ? 'solana' : 'evm',
      owner: OWNER,
      seed: 1,
      budget: 5_000,
      only,
    })
    this.proxy.plant = () => {}
    const violations = results.flatMap(({ violations: found }) => found)
    return violations.map(({ check, method, message }) => `${check} ${method ?? ''}: ${message}`)
  }
}
