import type { Config } from '../../../server/config/config.js'
import type { Output } from '../../command.js'

/**
 * Shows the result of an operation on the command line; `params` are those that it was asked with.
 */
export type View<Result = never, Params = never> = (
  result: Result,
  asked: { readonly params: Params; readonly config: Config },
) => Output
