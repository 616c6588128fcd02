import type { Config } from '../../../server/config/config.js'
import type { Output, Text } from '../../command.js'

/** The params and the configuration that led to a result. */
export interface ViewContext<Params> {
  readonly params: Params
  readonly config: Config
  /** As given by --config; undefined if left out. */
  readonly configFile: string | undefined
}

/**
 * Renders the result of an operation for people; `params` are those of the call. With --json the
 * result itself is printed, unless the view returns an `Output`.
 */
export type View<Result = never, Params = never> = (result: Result, asked: ViewContext<Params>) => Text | Output
