import { compileSourceRanges, isSourceRange } from '../../../src/server/accounts/source-range.js'

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['::ffff:10.0.0.0/104', '10.1.2.3', true],
  ['::ffff:10.0.0.0/104', '11.1.2.3', false],
  ['::ffff:0a00:0000/104', '10.1.2.3', true],
  ['::FFFF:0A00:0000/104', '11.1.2.3', false],
  ['::ffff:10.0.0.1', '10.0.0.1', true],
  ['::ffff:0a00:0001', '10.0.0.1', true],
  ['0:0:0:0:0:ffff:0a00:0001', '::ffff:10.0.0.1', true],
  ['::ffff:0a00:0001', '10.0.0.2', false],
  ['10.0.0.1', '::ffff:0a00:0001', true],
  ['::ffff:0:0/96', '10.1.2.3', true],
  ['::ffff:0:0/96', '2001:db8::1', false],
  ['::10.0.0.0/104', '10.1.2.3', false],
  ['10.0.0.0/8', '::10.1.2.3', false],
  ['::10.0.0.0/104', '::a01:203', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['::/0', '10.1.2.3', false],
  ['0.0.0.0/0', 'not an address', false],
  ['0.0.0.0/0', '010.0.0.1', false],
])('range %s, address %s: %s', (range, address, isInside) => {
  expect(isSourceRange(range)).toBe(true)
  expect(compileSourceRanges([range])(address)).toBe(isInside)
})

test('without ranges every address is allowed', () => {
  expect(compileSourceRanges([])('192.0.2.1')).toBe(true)
})

test.each([
  '',
  '10.0.0.0/33',
  '10.0.0',
  'localhost',
  '0x7f.1',
  '2001:db8::/129',
  '192.168/16',
  '10/8',
  '010.0.0.0/8',
  '010.0.0.1',
  '0x0a.1/16',
  '167772160/8',
  'fe80::%eth0/10',
  'fe80::1%eth0',
  '10.0.0.0/8/8',
  '/8',
  '0x0a000000/8',
  '0a000000/8',
  '::ffff:10.0.0.0/8',
  '::ffff:0a00:0000/95',
  '::ffff:10.0.0.0/129',
  '::ffff:010.0.0.1',
  '::ffff:0x0a.0.0.1',
  '::ffff:010.0.0.0/104',
])('%j is no range, and no address is in it', (text) => {
  expect(isSourceRange(text)).toBe(false)
  const isAllowed = compileSourceRanges([text])
  expect(['192.0.0.1', '10.0.0.1', '8.8.8.8', 'fe80::1', '::1', '64:ff9b::1'].filter(isAllowed)).toEqual([])
  const isAllowedBeside = compileSourceRanges([text, '192.0.2.0/24'])
  expect(['10.0.0.1', '8.8.8.8', '::1', '192.0.2.1'].filter(isAllowedBeside)).toEqual(['192.0.2.1'])
})
