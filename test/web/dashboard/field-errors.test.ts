import { atField, limitErrors, readLimit } from '../../../src/web/dashboard/browser/field-errors.js'

const LABELS = { networks: 'Networks', allowedContracts: 'Contract addresses', dailyCredits: 'Credits a day' }

test('a refusal stands at the field that it begins with', () => {
  expect(atField('networks needs at least one network; to stop a key, revoke it', LABELS)).toEqual({
    networks: 'Needs at least one network; to stop a key, revoke it.',
  })
  expect(atField('allowedContracts.3 must be string', LABELS)).toEqual({ allowedContracts: 'Must be string.' })
})

test('any other belongs to the form, in the words of the form', () => {
  expect(atField('plan core leaves limits to each account: give dailyCredits', LABELS)).toEqual({
    '': 'Plan core leaves limits to each account: give “Credits a day”.',
  })
  expect(atField('toString is odd', LABELS)).toEqual({ '': 'ToString is odd.' })
})

test('all wrong limits are found at once', () => {
  const typed = { a: '1,000', b: '-5', c: '', d: 'many ', e: '1_000 000' }
  expect(Object.keys(limitErrors(typed))).toEqual(['b', 'd'])
  expect(limitErrors(typed).d).toContain('not “many”')
  expect([typed.a, typed.c, typed.e].map(readLimit)).toEqual([1_000, null, 1_000_000])
})

test('a comma is a separator of thousands, and of nothing else', () => {
  const wrong = { a: '1,5', b: '1,0000', c: '10,00', d: '1,000,00', e: ',100' }
  expect(Object.keys(limitErrors(wrong))).toEqual(Object.keys(wrong))
})
