import { jest } from '@jest/globals'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { isSourceRange, sourceName, sourceTestOf } from '../../../src/server/accounts/source-range.js'

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
  expect(sourceTestOf([range])(address)).toBe(isInside)
})

test('without ranges every address is allowed', () => {
  expect(sourceTestOf([])('192.0.2.1')).toBe(true)
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
  const isAllowed = sourceTestOf([text])
  expect(['192.0.0.1', '10.0.0.1', '8.8.8.8', 'fe80::1', '::1', '64:ff9b::1'].filter(isAllowed)).toEqual([])
  const isAllowedBeside = sourceTestOf([text, '192.0.2.0/24'])
  expect(['10.0.0.1', '8.8.8.8', '::1', '192.0.2.1'].filter(isAllowedBeside)).toEqual(['192.0.2.1'])
})

const ipv4 = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255))).map((octets) => octets.join('.'))
/** Groups in their many texts: short or not, in either case, the last two as octets. */
const ipv6 = fc
  .tuple(
    fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }),
    fc.nat(3),
    fc.boolean(),
    fc.option(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 8 }))),
  )
  .map(([groups, padding, isUpper, gap]) => {
    const texts = groups.map((group) => group.toString(16).padStart(1 + padding, '0'))
    const given =
      gap === null ? texts.join(':') : `${texts.slice(0, gap[0]).join(':')}::${texts.slice(gap[0] + gap[1]).join(':')}`
    return isUpper ? given.toUpperCase() : given
  })
const mapped = ipv4.map((text) => `::ffff:${text}`)
const dotted = fc.tuple(fc.nat(0xffff), ipv4).map(([group, text]) => `2001:db8:${group.toString(16)}::${text}`)
const anyAddress = fc.oneof(ipv4, ipv6, mapped, dotted)

test('addresses and ranges are read as ipaddr.js reads them', () => {
  const inside = ([range, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number], text: string) => {
    const address = ipaddr.process(text)
    return address.kind() === range.kind() && address.match(range, bits)
  }
  const law = (rangeText: string, addressText: string, bits: number, isNear: boolean) => {
    const range = ipaddr.process(rangeText)
    const most = range.kind() === 'ipv4' ? 32 : 128
    const prefix = bits % (most + 1)
    const text = isNear ? nearTo(range, prefix) : addressText
    const isAllowed = sourceTestOf([`${range.toString()}/${prefix}`])
    expect([text, isAllowed(text)]).toEqual([text, inside([range, prefix], text)])
    expect(sourceTestOf([rangeText])(rangeText)).toBe(true)
    const { octets, parts } = range as { octets?: number[]; parts?: number[] }
    if (rangeText.includes(':')) expect(sourceName(rangeText)).toBe(octets?.join('.') ?? parts!.slice(0, 4).join(':'))
  }
  fc.assert(fc.property(anyAddress, anyAddress, fc.nat(128), fc.boolean(), law), { numRuns: 2_000 })
})

/** The range's address with one bit turned, around the end of its prefix. */
const nearTo = (range: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string => {
  const bytes = range.toByteArray()
  const bit = Math.min(prefix, bytes.length * 8 - 1)
  bytes[bit >> 3]! ^= 0x80 >> (bit & 7)
  return ipaddr.fromByteArray(bytes).toString()
}

test('ipaddr.js parses each range once, which is most of the work', () => {
  const parsers = [ipaddr.IPv6, ipaddr.IPv4].map((version) =>
    jest.spyOn(version as unknown as { parser(text: string): unknown }, 'parser'),
  )
  const parsed = () => parsers.map(({ mock }) => mock.calls.length)
  const isAllowed = sourceTestOf(['2001:db8::/64', '10.0.0.0/8', '2001:db8:1::/64'])
  expect(parsed()).toEqual([2, 1])
  expect(isAllowed('2001:db8:1::1')).toBe(true)
  expect(parsed()).toEqual([3, 1])
})

test.each([
  ['fe80::1%eth0', '65152:0:0:0'],
  ['fe80::1%eth0.1', 'fe80::1%eth0.1'],
  ['fe80::1%a-b', 'fe80::1%a-b'],
])('the address %s has a zone, and counts as %s', (text, name) => {
  expect(sourceTestOf(['192.0.2.0/24'])(text)).toBe(false)
  expect(sourceName(text)).toBe(name)
})
