import { jest } from '@jest/globals'
import { atOnce } from '../../../../src/runtime/turns/in-turns.js'
import { LogFilter, readLogFilter } from '../../../../src/server/subscriptions/filters/log-filter.js'
import { AccountSubscribers, giveStep, logsOfStep } from '../../../../src/server/subscriptions/sources/give-step.js'
import { aBlock, aLog, wordOf } from '../../../support/followed-blocks.js'
import { keepingSink } from '../../../support/stream-nodes.js'

const FILTERS = 3_000

test('a log with the key of thousands of filters that do not match takes several turns', () => {
  const matches = jest.spyOn(LogFilter.prototype, 'matches')
  const account = new AccountSubscribers('account-1')
  const topic = wordOf(1)
  for (let at = 0; at < FILTERS; at++) {
    const filter = atOnce(readLogFilter({ topics: [wordOf(at + 10), topic] }))
    const given = { owner: 'account-1', sink: keepingSink(), kind: 'logs', filter } as const
    account.filters.add(filter, { ...given, fromStep: 0, startSequence: -1, isOpen: true })
  }
  const step = { removed: [], added: [aBlock(1, { logs: [aLog({ topics: [wordOf(2), topic] })] })] }
  const logs = [...logsOfStep(step)].map((found) => ({ found, key: `1${topic}` }))
  const steps = giveStep(account, { step, number: 0, kind: 'logs' }, logs)
  const compared: number[] = []
  for (let isDone = false; !isDone; ) {
    matches.mockClear()
    isDone = steps.next().done === true
    compared.push(matches.mock.calls.length)
  }
  expect(compared.reduce((sum, count) => sum + count)).toBe(FILTERS)
  expect(Math.max(...compared)).toBeLessThanOrEqual(1_000)
})
