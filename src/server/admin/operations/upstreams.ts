import { upstreamNames } from '../../config/config.js'
import type { Cordons } from '../../upstreams/health/cordons.js'
import type { UpstreamStatus } from '../../upstreams/upstream-status.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps, Words } from '../operation-deps.js'
import { malformed, refused } from '../operation-error.js'
import { type OrUnchanged, Unchanged } from '../unchanged.js'
import { readDuration } from './moments.js'
import { checkNames } from './names.js'

/** setTimeout takes 24.8 days at most; longer maintenance needs no end. */
const MAX_CORDON_MS = 14 * 86_400_000

/** Data and actions that only a running gateway has. */
export interface Running {
  upstreams(): readonly UpstreamStatus[]
  status(): Promise<ResultOf<'status'>>
  history(filter: ParamsOf<'history'>): Promise<ResultOf<'history'>>
  readonly cordons: Pick<Cordons, 'find' | 'set' | 'lift'>
}

type CordonDeps = Pick<OperationDeps, 'config' | 'words' | 'nowMs'> & Omit<Running, 'status' | 'history'>

export const listUpstreams = (
  { config, upstreams }: Pick<OperationDeps, 'config'> & Pick<Running, 'upstreams'>,
  { network }: ParamsOf<'upstreams'>,
): readonly UpstreamStatus[] => {
  if (network === undefined) return upstreams()
  checkNames('network', [network], [...config.networks.keys()])
  return upstreams().filter((status) => status.network === network)
}

/**
 * Keeps all calls away from an upstream or partner, for `for` or until it is uncordoned; calls in
 * flight finish.
 */
export const cordonUpstream = (
  deps: CordonDeps,
  { for: duration, ...named }: ParamsOf<'upstreams.cordon'>,
): OrUnchanged<ResultOf<'upstreams.cordon'>> => {
  const network = networkOf(deps, named)
  const untilMs = duration === undefined ? undefined : deps.nowMs() + readCordonMs(deps.words, duration)
  const before = deps.cordons.find(network, named.name)
  if (before !== undefined && before.untilMs === untilMs) return new Unchanged(resultOf(deps, network, named.name))
  deps.cordons.set({ network, upstream: named.name, untilMs })
  return resultOf(deps, network, named.name)
}

/** Lets calls go to a cordoned upstream again. Errors: `refused` if it is not cordoned. */
export const uncordonUpstream = (
  deps: CordonDeps,
  named: ParamsOf<'upstreams.uncordon'>,
): ResultOf<'upstreams.cordon'> => {
  const network = networkOf(deps, named)
  if (!deps.cordons.lift(network, named.name)) throw refused(`the upstream ${named.name} of ${network} is not cordoned`)
  return resultOf(deps, network, named.name)
}

/**
 * The network of an upstream: the named one, or the only one that has it.
 *
 * Errors  `unknown-name`; `malformed` if several networks have an upstream of this name
 */
export const networkOf = (
  { config, words }: Pick<OperationDeps, 'config' | 'words'>,
  { name, network }: ParamsOf<'upstreams.uncordon'>,
): string => {
  const namesOf = (one: string) => upstreamNames(config.networks.get(one))
  if (network !== undefined) {
    checkNames('network', [network], [...config.networks.keys()])
    checkNames(`upstream of ${network}`, [name], namesOf(network))
    return network
  }
  const all = [...config.networks.keys()]
  checkNames('upstream', [name], [...new Set(all.flatMap(namesOf))])
  const [found, ...others] = all.filter((one) => namesOf(one).includes(name))
  if (others.length > 0) {
    const networks = [found, ...others].join(', ')
    throw malformed(`several networks have an upstream ${name}: give ${words.param('network')}, one of ${networks}`)
  }
  return found!
}

/** The length of a cordon. Errors: `malformed`. */
export const readCordonMs = (words: Words, text: string): number => {
  const ms = readDuration(text)
  if (ms === undefined || ms === 0 || ms > MAX_CORDON_MS) {
    throw malformed(`${words.param('for')} must be a duration such as 90s, 15m, 2h or 7d, at most 14d; not "${text}"`)
  }
  return ms
}

const resultOf = (
  { cordons, upstreams }: CordonDeps,
  network: string,
  upstream: string,
): ResultOf<'upstreams.cordon'> => {
  const cordon = cordons.find(network, upstream)
  // Several workers report each upstream; it counts if some worker can use it.
  const usable = upstreams().filter(
    (one) =>
      one.network === network &&
      !one.isPartner &&
      one.measuredState !== 'down' &&
      cordons.find(network, one.upstream) === undefined,
  )
  return {
    network,
    upstream,
    isCordoned: cordon !== undefined,
    cordonedUntil: cordon?.untilMs === undefined ? null : new Date(cordon.untilMs).toISOString(),
    usableLeft: new Set(usable.map((one) => one.upstream)).size,
  }
}
