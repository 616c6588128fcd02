import type { ErrorName } from '../../../generated/errors.js'
import type { Answer, Stage } from './stage.js'

/**
 * Stages joined in the order in which a call meets them.
 *
 * The types of neighbours are compared without a cast: a stage takes the call as its predecessor
 * hands it on, so a stage in a place where the call knows less, or more, does not compile. A stage
 * that a method does not need is `undefined` and is left out when the pipeline is made.
 */
export class Pipe<First, Last> {
  private constructor(
    private readonly join: (end: Answer<Last>) => Answer<First>,
    /** The names of the stages that are in it, in call order. */
    readonly names: readonly string[],
    /** What the stages in it answer with. */
    readonly errors: readonly ErrorName[],
  ) {}

  /** A pipe without a stage. */
  static start<First>(): Pipe<First, First> {
    return new Pipe<First, First>((end) => end, [], [])
  }

  /** Adds a stage that hands the call on as it got it. `errors`: what the stage answers with. */
  through(name: string, stage: Stage<Last> | undefined, errors: readonly ErrorName[] = []): Pipe<First, Last> {
    return stage === undefined ? this : this.into(name, stage, errors)
  }

  /** Adds a stage behind which the call knows more. */
  into<Next extends Last>(name: string, stage: Stage<Last, Next>, errors: readonly ErrorName[]): Pipe<First, Next> {
    return new Pipe<First, Next>((end) => this.join(stage(end)), [...this.names, name], [...this.errors, ...errors])
  }

  /** Makes the pipeline: the stages, with `end` behind the last of them. */
  end(end: Answer<Last>): Answer<First> {
    return this.join(end)
  }
}
