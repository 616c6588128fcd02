import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyText } from '../../../src/server/accounts/key-text.js'
import { hashSecret } from '../../../src/server/accounts/secrets.js'
import { enginePlaces } from '../../support/postgres-place.js'
import { StorePlace } from '../../support/store-place.js'
import { accountLaws, newKey } from './laws/account-laws.js'

describe.each(enginePlaces)('accounts and keys on %s', (_, placeOf) => accountLaws(placeOf()))

describe('accounts and keys', () => {
  const place = new StorePlace()

  test('leave no key text in the files', async () => {
    const { accounts } = place.store()
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    const keyText = createKeyText(randomBytes)
    await accounts.createKey(newKey(id), hashSecret(keyText))
    const bytes = readdirSync(place.folder).map((name) => readFileSync(join(place.folder, name), 'latin1'))
    expect(bytes.join()).toContain(hashSecret(keyText))
    expect(bytes.join()).not.toContain(keyText.slice(4))
  })
})
