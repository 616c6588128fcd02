import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GuessLimit } from '../../../../src/server/accounts/guess-limit.js'
import { CallerTokens } from '../../../../src/server/accounts/tokens/caller-tokens.js'
import { anEntitlement } from '../../../support/accounts.js'
import { AUDIENCE, createIssuer, ISSUER, tokenOf } from '../../../support/tokens.js'

const NOW_MS = 1_800_000_000_000
const SOURCE = '192.0.2.1'

test('a token that was good stays so over a reload, whatever wrong ones its address sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-tokens-'))
  const jwks = join(folder, 'jwks.json')
  const issuer = createIssuer('EdDSA')
  writeFileSync(jwks, JSON.stringify({ keys: [issuer.jwk] }))
  const config = { tokens: { jwks, issuer: ISSUER, audience: AUDIENCE } }
  const entitlement = anEntitlement()
  const tokens = new CallerTokens(
    config,
    new GuessLimit(
      () => 1,
      () => NOW_MS,
    ),
    () => NOW_MS,
  )
  let made = 0
  const text = (claims: object = {}) =>
    tokenOf(issuer, { sub: entitlement.account.id, jti: made++, ...claims }, { nowMs: NOW_MS })
  const narrow = (token: string) => tokens.narrow(token, entitlement, SOURCE)
  const known = text()
  expect(await narrow(known)).toBeDefined()
  for (let sent = 0; sent < 10 + 100; sent++) await narrow(text({ aud: 'other' }))
  expect(await narrow(text())).toBeUndefined()
  expect(tokens.reload(config)).toBeUndefined()
  expect(await narrow(known)).toBeDefined()
  rmSync(folder, { recursive: true })
})
