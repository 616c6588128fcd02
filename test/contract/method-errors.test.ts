import { readFileSync } from 'node:fs'
import { document } from '../../generated/document.js'
import type { ErrorName } from '../../generated/errors.js'
import { type MethodName, type MethodRow, methods } from '../../generated/methods.js'
import type { DeclaredErrors } from '../../src/jsonrpc/declared-errors.js'
import { logsErrors } from '../../src/methods/eth_getLogs.js'
import { forwardErrors, resultErrors, writeErrors } from '../../src/pipeline/forward/forward-reply.js'
import { partsErrors } from '../../src/pipeline/logs/fetch-parts.js'
import { routerErrors } from '../../src/pipeline/router.js'
import { authenticateErrors } from '../../src/pipeline/stages/authenticate.js'
import { chargeErrors } from '../../src/pipeline/stages/charge.js'
import { blockErrors, rangeErrors } from '../../src/pipeline/stages/check-blocks.js'
import { coalesceErrors } from '../../src/pipeline/stages/coalesce.js'
import { observeErrors } from '../../src/pipeline/stages/observe.js'
import { permitErrors } from '../../src/pipeline/stages/permit.js'
import { splitErrors } from '../../src/pipeline/stages/split-logs.js'
import { throttleErrors } from '../../src/pipeline/stages/throttle.js'
import { countErrors, paramsErrors } from '../../src/pipeline/stages/validate.js'
import { windowErrors } from '../../src/pipeline/stages/window.js'
import { stateErrors } from '../../src/pipeline/stateful/bind-state.js'
import { timeoutErrors } from '../../src/pipeline/timeout-failure.js'
import { filesBelow } from '../support/source-files.js'

const always = () => true
const hasRange = ({ position }: MethodRow) => position.kind === 'block-range'
const hasBlocks = (row: MethodRow) => row.position.kind === 'block' || hasRange(row)

/** What can refuse a call, by the name of its declaration, and the methods that have it in their way; see src/gateway/pipeline.ts. */
const declared: Record<string, (row: MethodRow) => readonly string[]> = {
  routerErrors: named(routerErrors, always),
  observeErrors: named(observeErrors, always),
  authenticateErrors: named(authenticateErrors, always),
  paramsErrors: named(paramsErrors, always),
  countErrors: named(countErrors, ({ maxParameters }) => maxParameters !== undefined),
  permitErrors: named(permitErrors, always),
  blockErrors: named(blockErrors, hasBlocks),
  rangeErrors: named(rangeErrors, hasRange),
  throttleErrors: ({ family }) => throttleErrors[family].names,
  windowErrors: named(windowErrors, hasBlocks),
  chargeErrors: named(chargeErrors, always),
  coalesceErrors: named(coalesceErrors, always),
  timeoutErrors: ({ timeoutError }) => timeoutErrors.names.filter((name) => name === timeoutError),
  logsErrors: named(logsErrors, ({ hasHandler }) => hasHandler),
  splitErrors: named(splitErrors, hasRange),
  partsErrors: named(partsErrors, hasRange),
  forwardErrors: named(forwardErrors, always),
  writeErrors: named(writeErrors, ({ effect }) => effect === 'write'),
  stateErrors: named(stateErrors, ({ effect }) => effect === 'stateful'),
  resultErrors: named(resultErrors, ({ maxResults }) => maxResults !== undefined),
}

function named({ names }: Pick<DeclaredErrors<ErrorName>, 'names'>, isInTheWay: (row: MethodRow) => boolean) {
  return (row: MethodRow): readonly string[] => (isInTheWay(row) ? names : [])
}

const listed = (method: string): string[] => {
  const { errors } = document.methods.find(({ name }) => name === method)!
  return errors.map((error) => ('$ref' in error ? String(error.$ref).split('/').at(-1)! : ''))
}

describe('the errors of a method', () => {
  test.each(Object.keys(methods) as MethodName[])('%s: what its stages answer with is what it lists', (name) => {
    const sent = Object.values(declared).flatMap((namesFor) => namesFor(methods[name]))
    expect(listed(name).sort()).toEqual([...new Set(sent)].sort())
  })

  test('are collected from every declaration there is', () => {
    const files = [...filesBelow('src/pipeline'), ...filesBelow('src/methods')]
    const found = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/const (\w+) = (?:\{ \w+: )?declareErrors\(/g)].map(([, name]) => name),
    )
    expect(found.sort()).toEqual(Object.keys(declared).sort())
  })
})
