import type { ErrorName } from '../../../generated/errors.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { forwardErrors, resultErrors, writeErrors } from '../pipeline/forward/forward-errors.js'
import { partsErrors } from '../pipeline/logs/fetch-parts.js'
import { logsErrors } from '../pipeline/methods/eth_getLogs.js'
import { authenticateErrors } from '../pipeline/stages/authenticate.js'
import { chargeErrors } from '../pipeline/stages/charge.js'
import { blockErrors, rangeErrors } from '../pipeline/stages/check-blocks.js'
import { coalesceErrors } from '../pipeline/stages/coalesce.js'
import { observeErrors } from '../pipeline/stages/observe.js'
import { permitErrors } from '../pipeline/stages/permit.js'
import { splitErrors } from '../pipeline/stages/split-logs.js'
import { throttleErrors } from '../pipeline/stages/throttle.js'
import { countErrors, paramsErrors } from '../pipeline/stages/validate.js'
import { windowErrors } from '../pipeline/stages/window.js'
import { stateErrors } from '../pipeline/stateful/bind-state.js'
import { timeoutErrors } from '../pipeline/timeout-failure.js'
import { type MethodStages, type PipelineParts, stagesOf, statefulErrors, traitsOf } from './pipeline.js'

type NamesOf = (row: MethodContract) => readonly ErrorName[]

type ForEach<Stages extends readonly unknown[]> = { readonly [Index in keyof Stages]: NamesOf }

const none: NamesOf = () => []

/** What each stage answers with, in the order of the stages: one that is added to them and not here does not compile. */
const stageErrors: ForEach<MethodStages> = [
  /* validate */ ({ maxParameters }) => [
    ...paramsErrors.names,
    ...(maxParameters === undefined ? [] : countErrors.names),
  ],
  /* permit */ () => permitErrors.names,
  /* checkBlocks */ ({ position }) => [
    ...blockErrors.names,
    ...(position.kind === 'block-range' ? rangeErrors.names : []),
  ],
  /* negativeCache */ none,
  /* throttle */ ({ family }) => throttleErrors[family].names,
  /* window */ () => windowErrors.names,
  /* charge */ () => chargeErrors.names,
  /* cache */ none,
  /* recordForwarded */ none,
  /* coalesce */ () => coalesceErrors.names,
  /* sharedCache */ none,
  /* deadline */ ({ timeoutError }) => timeoutErrors.names.filter((name) => name === timeoutError),
  /* blockNumber */ none,
  /* handler */ () => logsErrors.names,
  /* splitLogs */ () => [...splitErrors.names, ...partsErrors.names],
]

/** What every call can get before its method's stages, and around them. */
const outer = [...observeErrors.names, ...authenticateErrors.names]

const endErrors: NamesOf = ({ effect, maxResults }) => [
  ...forwardErrors.names,
  ...(effect === 'write' ? writeErrors.names : []),
  ...(effect === 'stateful' ? [...statefulErrors.names, ...stateErrors.names] : []),
  ...(maxResults === undefined ? [] : resultErrors.names),
]

/**
 * The errors that calls of a method can get on a network: what the stages in their way declare. The contract's list of the method is held
 * against it.
 */
export const errorsOf = (row: MethodContract, parts: PipelineParts): ReadonlySet<ErrorName> => {
  const stages = stagesOf(row, parts, traitsOf(row, parts))
  const inTheWay = stageErrors.flatMap((namesOf, index) => (stages[index] === undefined ? [] : namesOf(row)))
  return new Set([...outer, ...inTheWay, ...endErrors(row)])
}
