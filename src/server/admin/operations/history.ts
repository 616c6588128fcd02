import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { checkNames } from './names.js'

export const askHistory = (
  {
    config,
    history,
  }: Pick<OperationDeps, 'config'> & { history(filter: ParamsOf<'history'>): Promise<ResultOf<'history'>> },
  filter: ParamsOf<'history'>,
): Promise<ResultOf<'history'>> => {
  if (filter.network !== undefined) checkNames('network', [filter.network], [...config.networks.keys()])
  return history(filter)
}
