import { generateKeyPairSync } from 'node:crypto'
import { readTokenKeys } from '../../../../src/server/accounts/tokens/jwks.js'
import { createIssuer } from '../../../support/tokens.js'

const [rsa, ec] = [createIssuer('RS256'), createIssuer('ES256')]

describe('a key set', () => {
  const message = (...jwks: unknown[]) => {
    try {
      readTokenKeys(JSON.stringify({ keys: jwks }))
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const { jwk } = ec
  const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' })

  test.each<[string, unknown[]]>([
    ['has no list', []],
    ['has no kid', [{ ...jwk, kid: undefined }]],
    ['the kid of another', [jwk, jwk]],
    ['is for none of', [{ kty: 'oct', k: 'c2VjcmV0', kid: 'a' }]],
    ['is for none of', [{ ...jwk, crv: 'P-521' }]],
    ['private key', [{ ...ec.privateKey.export({ format: 'jwk' }), kid: 'a' }]],
    ['another algorithm', [{ ...jwk, alg: 'HS256' }]],
    ['another use', [{ ...jwk, use: 'enc' }]],
    ['no valid key', [{ ...jwk, x: 'AAAA' }]],
    ['fewer than 2048 bits', [{ ...short, kid: 'a' }]],
  ])('that %s is refused, and none of it quoted', (part, jwks) => {
    expect(message(...jwks)).toContain(part)
    expect(message(...jwks)).not.toContain(String(jwk.x))
  })

  test('that is no JSON is refused', () => {
    expect(() => readTokenKeys('x')).toThrow('is not JSON')
    expect(() => readTokenKeys('null')).toThrow('has no list')
    expect(message(jwk, rsa.jwk)).toBeUndefined()
  })
})
