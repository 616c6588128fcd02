import { acceptedCoding, REPLY_CODINGS } from '../../../../src/wire/http/codings/accept-encoding.js'
import { onZstd } from '../../../support/zstd.js'

describe('Accept-Encoding', () => {
  const best = REPLY_CODINGS[0]
  const second = REPLY_CODINGS[1]

  test.each([
    ['', undefined, false],
    ['gzip', 'gzip', false],
    ['GZip', 'gzip', false],
    ['x-gzip', 'gzip', false],
    ['gzip, deflate', 'gzip', false],
    ['gzip, br', 'br', false],
    ['gzip, br;q=0.9', 'gzip', false],
    ['br;q=0, gzip;q=0.1', 'gzip', false],
    ['*', best, false],
    [`${best};q=0, *`, second, false],
    ['deflate, compress', undefined, false],
    ['gzip;q=0', undefined, false],
    ['gzip;q=2', undefined, false],
    ['gzip;q=-1', undefined, false],
    ['gzip;q=much', undefined, false],
    ['identity', undefined, false],
    ['identity, gzip;q=0.5', undefined, false],
    ['identity;q=0.5, gzip', 'gzip', false],
    ['identity;q=0, gzip', 'gzip', true],
    ['gzip, *;q=0', 'gzip', true],
    ['*;q=0', undefined, false],
    ['identity;q=0', undefined, false],
    [',,;;q=,gzip ;q=1 , ', 'gzip', false],
  ])('%j takes %s', (text, coding, refusesIdentity) => {
    expect(acceptedCoding(text)).toEqual({ coding, refusesIdentity })
  })

  test('as long as no client writes it counts as none', () => {
    const ofLength = (length: number) => 'gzip'.padEnd(length, ',')
    expect(acceptedCoding(ofLength(256)).coding).toBe('gzip')
    expect(acceptedCoding(ofLength(257))).toEqual({ coding: undefined, refusesIdentity: false })
  })

  onZstd('takes zstd first where Node has it', () => {
    expect(REPLY_CODINGS).toEqual(['zstd', 'br', 'gzip'])
    expect(acceptedCoding('gzip, br, zstd')).toEqual({ coding: 'zstd', refusesIdentity: false })
    expect(acceptedCoding('gzip, br, zstd;q=0.9')).toEqual({ coding: 'br', refusesIdentity: false })
  })
})
