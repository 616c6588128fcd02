import type { AdminMethod } from '../../server/admin/document.js'
import type { ParamsOf, ResultOf } from '../../server/admin/method-types.js'
import { networkOf, readCordonMs } from '../../server/admin/operations/upstreams.js'
import type { Config } from '../../server/config/config.js'
import type { Command, Input, Output } from '../command.js'
import { cliWords, readConfig } from '../configured.js'
import { readTime } from '../option-values.js'
import { shortTime } from '../text-table.js'
import { adminOperation, operationCommand } from './operation-command.js'
import { askRunningGateway, runningCommand } from './running-gateway.js'

const POLL_MS = 200
const DEFAULT_WAIT = '60s'

type CordonOutcome = ResultOf<'upstreams.cordon'>

const describe = ({ network, upstream, isCordoned, cordonedUntil, usableLeft }: CordonOutcome): string => {
  if (!isCordoned) return `${upstream} of ${network} gets calls again.`
  const until = cordonedUntil === null ? 'until it is uncordoned' : `until ${shortTime(cordonedUntil)}`
  const left =
    usableLeft === 0 ? [`No upstream of ${network} is left that can answer: its calls fail, or go to the partner.`] : []
  return [`${upstream} of ${network} is cordoned ${until}.`, ...left].join('\n')
}

const cordonMethod = adminOperation('upstreams.cordon')

/** Refuses what the gateway would, in the words of the command line. */
const checkNamed = (params: ParamsOf<'upstreams.uncordon'>, config: Config): void => {
  networkOf({ config, words: cliWords }, params)
}

const checkCordon = (params: ParamsOf<'upstreams.cordon'>, config: Config): void => {
  if (params.for !== undefined) readCordonMs(cliWords, params.for)
  checkNamed(params, config)
}

/** `tollgate upstreams cordon`: the running gateway keeps calls away from an upstream. */
const cordon = runningCommand('upstreams.cordon', describe, checkCordon)

const uncordon = runningCommand('upstreams.uncordon', describe, checkNamed)

/**
 * Attempts in flight at an upstream, over all workers; undefined until every worker knows that it
 * is cordoned.
 */
const inFlightAt = async (config: Config, { network, upstream }: CordonOutcome): Promise<number | undefined> => {
  const rows = await askRunningGateway(config, 'upstreams', { network })
  const meant = rows.filter((row) => row.upstream === upstream)
  if (meant.some(({ state }) => state !== 'cordoned')) return undefined
  return meant.reduce((sum, { inFlight }) => sum + inFlight, 0)
}

type DrainParams = ParamsOf<'upstreams.cordon'> & { readonly wait?: string }

const drainMethod: AdminMethod = {
  ...cordonMethod,
  name: 'upstreams.drain',
  summary: 'Cordons an upstream and waits until no call is in flight there.',
  params: [
    ...cordonMethod.params,
    {
      name: 'wait',
      summary: `how long calls in flight are waited for; default ${DEFAULT_WAIT}. Exit status 1 when some are left`,
      schema: { type: 'string' },
      'x-cli': { value: 'TIME' },
    },
  ],
}

const waitUntilIdle = async (
  config: Config,
  cordoned: CordonOutcome,
  { ports }: Input,
  waitMs: number,
): Promise<Output> => {
  const endsAtMs = ports.nowMs() + waitMs
  for (;;) {
    const inFlight = await inFlightAt(config, cordoned)
    const isOver = ports.nowMs() >= endsAtMs
    if (inFlight === 0 || isOver) {
      const text =
        inFlight === 0 ? 'No call is in flight there.' : `Calls are still in flight there: ${inFlight ?? 'not known'}.`
      const status = inFlight === 0 ? 0 : 1
      return { json: { ...cordoned, inFlight: inFlight ?? null }, text: `${describe(cordoned)}\n${text}`, status }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** `tollgate upstreams drain`: prepares for stopping a node. */
const drain = operationCommand<DrainParams>(drainMethod, async ({ wait = DEFAULT_WAIT, ...params }, input) => {
  const waitMs = readTime('wait', wait)
  const config = await readConfig(input, ['admin.token'])
  checkCordon(params, config)
  const cordoned = await askRunningGateway(config, 'upstreams.cordon', params)
  return waitUntilIdle(config, cordoned, input, waitMs)
})

export const cordonCommands: readonly Command[] = [cordon, uncordon, drain]
