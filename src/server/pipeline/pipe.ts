import type { ErrorName } from '../../../generated/errors.js'
import type { Answerer, Stage } from './stage.js'

/**
 * Stages joined in call order.
 *
 * Neighbours' types are compared without a cast: a stage takes the call as its predecessor passes
 * it on, so a stage in the wrong place does not compile. A stage that a method does not need is
 * `undefined` and is left out when the pipeline is made.
 */
export class Pipe<First, Last> {
  private constructor(
    private readonly join: (end: Answerer<Last>) => Answerer<First>,
    /** The stages' names, in call order. */
    readonly names: readonly string[],
    readonly errors: readonly ErrorName[],
  ) {}

  /** A pipe without a stage. */
  static start<First>(): Pipe<First, First> {
    return new Pipe<First, First>((end) => end, [], [])
  }

  /** Adds a stage that passes the call on unchanged. `errors`: those the stage returns. */
  through(name: string, stage: Stage<Last> | undefined, errors: readonly ErrorName[] = []): Pipe<First, Last> {
    return stage === undefined ? this : this.into(name, stage, errors)
  }

  /** Adds a stage after which the call's type says more. */
  into<Next extends Last>(name: string, stage: Stage<Last, Next>, errors: readonly ErrorName[]): Pipe<First, Next> {
    return new Pipe<First, Next>((end) => this.join(stage(end)), [...this.names, name], [...this.errors, ...errors])
  }

  /** Makes the pipeline: the stages, then `end`. */
  end(end: Answerer<Last>): Answerer<First> {
    return this.join(end)
  }
}
