import { stepsOf } from '../../../src/web/dashboard/browser/route-steps.js'

test.each([
  ['#/accounts/acc%5F1/keys', ['accounts', 'acc_1', 'keys']],
  ['', []],
  ['#else', []],
  // An address that cannot be decoded leads to a page that is not found, and leaves no empty one.
  ['#/accounts/100%', ['accounts', '100%']],
])('the address %j leads to %j', (hash, steps) => {
  expect(stepsOf(hash)).toEqual(steps)
})
