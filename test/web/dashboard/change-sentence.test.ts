import type { AuditEntry } from '../../../generated/admin.js'
import { readAdminDocument } from '../../../src/server/admin/document.js'
import { changeSentence } from '../../../src/web/dashboard/browser/change-sentence.js'

const NAMES = new Map([
  ['acc_1', 'Demo app'],
  ['key_1', 'web app'],
])
const entry = (operation: string, params: object, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: 1, at: '2026-11-25T04:49:00.000Z', actor: 'acc_1', via: 'dashboard', operation },
  ...{ accountId: 'acc_1', subject: 'acc_1', params: JSON.stringify(params), ...changes },
})
const said = (operation: string, params: object, subject = 'acc_1') =>
  changeSentence(entry(operation, params, { subject }), 'acc_1', NAMES)

test('an account’s holder reads what he did', () => {
  expect(said('account.set', { id: 'acc_1', failover: true })).toBe('You switched failover on.')
  expect(said('account.set', { id: 'acc_1', email: 'ann@example.com' })).toBe(
    'You set the e-mail address to ann@example.com.',
  )
  expect(said('account.set', { id: 'acc_1', email: null })).toBe('You removed the e-mail address.')
  expect(said('account.set', { id: 'acc_1', dailyCredits: null, plan: 'core' })).toBe(
    'You took the limit of credits a day away and set the plan to core.',
  )
  expect(said('key.rotate', { id: 'key_1', graceSeconds: 3_600, newKey: 'key_2' }, 'key_1')).toBe(
    'You replaced the key “web app” by key_2; the old one works 1 h 0 min more.',
  )
  expect(said('key.rotate', { id: 'key_1' }, 'key_1')).toMatch(/; the old one works a day more\.$/)
  expect(said('key.rotate', { id: 'key_1', graceSeconds: 0 }, 'key_1')).toMatch(/; the old one ended at once\.$/)
})

test('removed passkeys are told, one or all', () => {
  const by = (params: object) =>
    changeSentence(entry('account.remove-passkeys', params, { actor: 'operator' }), 'acc_1', NAMES)
  expect(by({ id: 'acc_1' })).toBe('The operator removed all passkeys of the account’s holder.')
  expect(by({ id: 'acc_1', passkey: 'x' })).toBe('The operator removed a passkey of the account’s holder.')
})

test('sign-ins are told with the way, and refused ones with the reason', () => {
  expect(said('sign-in', { by: 'link' })).toBe('You signed in by a one-time link.')
  expect(said('sign-in', { by: 'passkey', passkey: 'laptop' })).toBe('You signed in with the passkey “laptop”.')
  expect(said('sign-in.refused', { by: 'link', refusal: 'expired' })).toBe(
    'You could not sign in by a one-time link: the link had expired.',
  )
  const byOperator = (params: object, operation = 'sign-in') =>
    changeSentence(entry(operation, params, { actor: 'operator', accountId: null, subject: null }), undefined, NAMES)
  expect(byOperator({ by: 'token' })).toBe('The operator signed in with the admin token.')
  expect(byOperator({ by: 'openid', subject: 'u-17' })).toBe(
    'The operator signed in at the identity provider, as u-17.',
  )
  expect(byOperator({ by: 'openid', subject: 'u-17', refusal: 'off' }, 'sign-in.refused')).toBe(
    'The operator could not sign in at the identity provider, as u-17: admin.token is not set.',
  )
})

test('a new key is told with its restrictions and without what restricts nothing', () => {
  const settings = { account: 'acc_1', label: 'bot', networks: ['main'], dailyLimit: null, token: false, secret: false }
  expect(said('key.create', { ...settings, allowedMethods: ['eth_call'], allowedOrigins: [] }, 'key_2')).toBe(
    'You created the key “bot”: enabled main and allowed 1 methods only.',
  )
})

test('others are named, with the way that the operator took', () => {
  const failover = { failover: false }
  const by = (changes: Partial<AuditEntry>, reader: string | undefined) =>
    changeSentence(entry('account.set', failover, changes), reader, NAMES)
  expect(by({}, undefined)).toBe('The holder of Demo app switched failover off.')
  expect(by({ actor: 'operator' }, 'acc_1')).toBe('The operator switched failover off.')
  expect(by({ actor: 'operator', via: 'command line' }, undefined)).toBe(
    'The operator, by the command line, switched failover off.',
  )
})

test('params that were too long to keep are no list of names', () => {
  expect(said('key.set', { tooLong: 5_000, keys: ['networks'] }, 'key_1')).toBe(
    'You changed the key “web app”: changed settings.',
  )
})

test('every operation that changes something has a sentence', () => {
  const changing = readAdminDocument().methods.filter((method) => method['x-changes'])
  expect(changing.length).toBeGreaterThan(8)
  for (const { name } of changing) expect(said(name, {})).not.toContain(`ran ${name}`)
})
