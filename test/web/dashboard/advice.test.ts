import { errors } from '../../../generated/errors.js'
import { adviceOn } from '../../../src/web/dashboard/browser/account/errors-advice.js'

test('every error of the contract has advice, and says what another try and the call cost', () => {
  for (const [name, { retry, isCharged }] of Object.entries(errors)) {
    const advice = adviceOn(name)
    expect([name, advice]).toEqual([name, expect.stringContaining(isCharged ? 'It is charged.' : 'It cost nothing.')])
    expect([name, advice.includes('The same call fails again.')]).toEqual([name, retry === 'never'])
    expect([name, advice.match(/undefined|\{\w+\}/)]).toEqual([name, null])
  }
})

test('outcomes outside of the table have advice of their own', () => {
  expect(adviceOn('node_error')).toContain('The node itself refused the call')
  expect(adviceOn('toString')).toBe('The docs say what it means.')
})
