import type { Config } from '../../../server/config/config.js'
import type { Output } from '../../command.js'

/** Renders the result of an operation for the command line; `params` are those of the call. */
export type View<Result = never, Params = never> = (
  result: Result,
  asked: { readonly params: Params; readonly config: Config },
) => Output
