import { SharedAccountCount } from '../../../src/server/accounts/account-count.js'

test('an account opens no more than its plan allows over all processes', () => {
  const count = new SharedAccountCount()
  expect([count.open(1, 'acc', 2), count.open(2, 'acc', 2), count.open(1, 'acc', 2)]).toEqual([true, true, false])
  count.close(2, 'acc')
  expect([count.open(1, 'acc', 2), count.open(2, 'acc', 2)]).toEqual([true, false])
  expect(count.open(2, 'another', 1)).toBe(true)
})

test('what a process had open that is gone is open no more, and a close that was never counted counts nothing', () => {
  const count = new SharedAccountCount()
  for (let index = 0; index < 3; index++) count.open(1, 'acc', 4)
  count.open(2, 'acc', 4)
  count.close(3, 'acc')
  expect(count.open(2, 'acc', 4)).toBe(false)
  count.closeAll(1)
  expect([1, 2, 3, 4].map(() => count.open(2, 'acc', 4))).toEqual([true, true, true, false])
})
