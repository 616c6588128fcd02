import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MethodContract } from '../../../src/contract/method-contract.js'
import { type PipelineDeps, stagesOf } from '../../../src/server/gateway/pipeline.js'
import { Pipe } from '../../../src/server/pipeline/pipe.js'
import type { Call, ChargedCall, OpenedCall, Stage } from '../../../src/server/pipeline/stage.js'
import { fail } from '../../../src/wire/jsonrpc/reply.js'
import { aCall } from '../../support/charged-call.js'
import { filesBelow, ROOT } from '../../support/source-files.js'

/** A stage that says that it was met. */
const named =
  (name: string, met: string[]): Stage<ChargedCall> =>
  (next) =>
  (call) => {
    met.push(name)
    return next(call)
  }

test('a call meets the stages in the order in which they were added, and those left out not at all', () => {
  const met: string[] = []
  const pipe = Pipe.start<ChargedCall>()
    .through('first', named('first', met), ['not-found'])
    .through('left out', undefined, ['overloaded'])
    .through('second', named('second', met))
  const reply = fail('no-upstream')
  expect(pipe.end(() => reply)(aCall())).toBe(reply)
  expect([met, pipe.names, pipe.errors]).toEqual([['first', 'second'], ['first', 'second'], ['not-found']])
})

describe('neighbours whose types differ', () => {
  const validate: Stage<OpenedCall, Call> = () => () => fail('no-upstream')
  const permit: Stage<Call> = (next) => next
  const charge: Stage<Call, ChargedCall> = () => () => fail('no-upstream')
  const cache: Stage<ChargedCall> = (next) => next

  test('compile in call order', () => {
    const pipe = Pipe.start<OpenedCall>()
      .into('validate', validate, [])
      .through('permit', permit)
      .into('charge', charge, [])
      .through('cache', cache)
    expect(pipe.names).toEqual(['validate', 'permit', 'charge', 'cache'])
  })

  test('do not compile the other way round', () => {
    const opened = Pipe.start<OpenedCall>()
    const valid = opened.into('validate', validate, [])
    // @ts-expect-error permit in front of validate: the params were not checked.
    opened.through('permit', permit)
    // @ts-expect-error cache in front of charge: nothing is held.
    valid.through('cache', cache)
    const charged = valid.into('charge', charge, [])
    // @ts-expect-error permit behind charge: a refusal would have held credits.
    charged.through('permit', permit)
    // @ts-expect-error what asks the nodes needs a call that is charged.
    valid.end((call: ChargedCall) => fail('no-upstream', {}, { method: call.row.name }))
    expect(charged.names).toEqual(['validate', 'charge'])
  })
})

/** The stages of a method on a network, which need every stage unless `row` says otherwise. */
const everyStage = (different: Partial<MethodContract> = {}) => {
  const row = {
    name: 'eth_getLogs',
    family: 'evm',
    effect: 'read',
    position: { kind: 'block-range', param: 0 },
    answers: 'newest-block',
    maxResults: 1,
    maxParameters: 1,
    hasHandler: true,
    ...different,
  } as unknown as MethodContract
  const options = () => ({})
  const deps = {
    network: { name: 'main', family: 'evm', safeTag: false, recentBlocks: 128 },
    memory: { cacheOf: options, coalesceOf: options, sharedCacheOf: options, blockNumberOf: options },
    forwarding: { pool: { upstreams: [{ maxBlockRange: 1_000 }, {}] }, partner: {} },
  } as unknown as PipelineDeps
  return stagesOf(row, deps).names
}

/** The stages of a drawing, from top to bottom. */
const drawn = (page: string): string[] => {
  const drawing = /<!-- stages -->([\s\S]*?)<!-- \/stages -->/.exec(readFileSync(join(ROOT, page), 'utf8'))![1]!
  return [...drawing.matchAll(/─▶ ([a-z]+(?: [a-z]+)?) *(?= {2}|─|$)/gm)].map(([, name]) => name!)
}

/** The words of a cell that are code. */
const backticked = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

/** Those that stand in front of a method's pipeline, and behind it. */
const AROUND = {
  before: ['listener', 'authenticate', 'open', 'observe'],
  behind: ['forward', 'attempt', 'read answer'],
}

test('only queries for logs are cut into parts, which can be counted and joined', () => {
  expect(everyStage()).toContain('split logs')
  expect(everyStage({ name: 'trace_filter', maxResults: undefined })).not.toContain('split logs')
})

test('the life of a call is drawn in the order in which the stages stand', () => {
  expect(drawn('docs/lifecycle.md')).toEqual([...AROUND.before, ...everyStage(), ...AROUND.behind])
})

test('the README draws some of the stages, in the order in which they stand', () => {
  const all = [...AROUND.before, ...everyStage(), 'forward', 'attempt', 'node', 'read answer']
  const found = drawn('README.md')
  expect(found.length).toBeGreaterThan(9)
  expect(found).toEqual(all.filter((name) => found.includes(name)))
  expect(found.slice(-2)).toEqual(['node', 'read answer'])
})

/**
 * The rows of the table of stages: the paths of a stage's files, and the errors that it returns.
 */
const rows = [
  ...readFileSync(join(ROOT, 'docs/lifecycle.md'), 'utf8').matchAll(
    /^\| ([a-z ]+) \| (`src\/server\/pipeline\/(?!answer-body).*) \| (.*) \|$/gm,
  ),
].map(([, stage, files, errors]) => ({ stage: stage!, files: backticked(files!), errors: backticked(errors!) }))

test.each(rows)('the row of $stage has the errors that its files declare', ({ files, errors }) => {
  const folder = dirname(files[0]!)
  const text = files.map((file) => readFileSync(join(ROOT, file.includes('/') ? file : join(folder, file)), 'utf8'))
  const declared = text.flatMap((source) => [...source.matchAll(/declareErrors\(([^)]*)\)/g)])
  const names = declared.flatMap(([, list]) => [...list!.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name!))
  expect([...new Set(names)].sort()).toEqual(errors.filter((word) => word !== 'throttle').sort())
})

test('the row of the listener has the errors that its files return', () => {
  const [, cell] = /^\| listener \| .* \| (.*) \|$/m.exec(readFileSync(join(ROOT, 'docs/lifecycle.md'), 'utf8'))!
  const sources = ['src/server/listeners', 'src/wire/http/server'].flatMap((folder) => filesBelow(folder))
  const returned = sources
    .filter((path) => !path.startsWith('src/server/listeners/private/'))
    .flatMap((path) => [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bfail\('([a-z-]+)'/g)])
    .map(([, name]) => name!)
  expect([...new Set(returned)].sort()).toEqual(
    backticked(cell!)
      .filter((word) => word !== 'throttle')
      .sort(),
  )
})

test('the concepts on a call’s way are at most thirty types, each of which is there', () => {
  const [, table] = /<!-- concepts -->([\s\S]*)<!-- \/concepts -->/.exec(
    readFileSync(join(ROOT, 'docs/lifecycle.md'), 'utf8'),
  )!
  const concepts = [...table!.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!)
  const declared = new Set(
    filesBelow('src').flatMap((path) =>
      [
        ...readFileSync(join(ROOT, path), 'utf8').matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm),
      ].map(([, name]) => name),
    ),
  )
  expect(concepts.length).toBeGreaterThan(20)
  expect(concepts.length).toBeLessThanOrEqual(30)
  expect(concepts.filter((name) => !declared.has(name))).toEqual([])
})
