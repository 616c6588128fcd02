import { readFileSync } from 'node:fs'
import { codeRules } from '../../scripts/generate/lint-error-table.js'
import { shippedContracts, shippedNames } from '../../src/contract/operator/shipped-files.js'
import { auditBounds } from '../../src/server/accounts/audit-store.js'
import { MAX_PASSKEYS } from '../../src/server/accounts/passkey-store.js'
import { readAdminDocument } from '../../src/server/admin/document.js'
import { retentionDaysOf } from '../../src/server/credits/usage/usage-retention.js'
import type { AnsweredBy } from '../../src/wire/jsonrpc/reply.js'

const page = (name: string): string => readFileSync(`docs/${name}.md`, 'utf8')

/** The cells of the rows of a page's tables. */
const rowsOf = (name: string): readonly (readonly string[])[] =>
  [...page(name).matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split(' | '))

const written = (count: number): string => count.toLocaleString('en-US')

const contracts = new Map(shippedNames.map((name, index) => [name, shippedContracts()[index]!]))

describe('the page of contracts', () => {
  test.each([...contracts])('says how many methods %s has', (name, { methods }) => {
    const row = rowsOf('contracts').find(([first, second]) => first === `\`${name}\`` && /^\d+: /.test(second!))
    expect(row?.[1]).toMatch(new RegExp(`^${methods.length}: `))
  })

  test('names methods beside their prices', () => {
    const prices = new Map(
      [...contracts.values()].flatMap(({ methods }) => methods.map((one) => [one.name, one['x-credits']] as const)),
    )
    const rows = rowsOf('contracts').flatMap(([credits, , names]) => {
      const [, least, most] = /^(\d+)(?: to (\d+))?$/.exec(credits!) ?? []
      return least === undefined ? [] : [{ least: Number(least), most: Number(most ?? least), names: names! }]
    })
    expect(rows.length).toBeGreaterThan(5)
    for (const { least, most, names } of rows)
      for (const [, name] of names.matchAll(/`(\w+)`/g)) {
        expect([name, prices.get(name!)! >= least && prices.get(name!)! <= most]).toEqual([name, true])
      }
  })
})

test('the page of the lint has the HTTP statuses of the codes that belong to the gateway', () => {
  const listed = rowsOf('contract-lint').filter(([codes]) => /^-\d+ to -\d+$/.test(codes!))
  const own = codeRules.filter(({ isOwn }) => isOwn === true)
  expect(listed).toEqual(
    own.map(({ first, last, statuses }) => [`${last} to ${first}`, statuses.join(', ').replace(/, (\d+)$/, ' or $1')]),
  )
})

test('the page for callers has each value of X-Served-By', () => {
  const [, meaning] = rowsOf('calling').find(([header]) => header === '`X-Served-By`')!
  for (const value of ['upstream', 'cache', 'partner'] satisfies AnsweredBy[]) expect(meaning).toContain(`\`${value}\``)
})

test.each(['account.list', 'key.list'])('the page of the admin API says how long a page of %s is', (name) => {
  const { params } = readAdminDocument().methods.find((method) => method.name === name)!
  const { maximum } = params.find((param) => param.name === 'limit')!.schema
  expect(rowsOf('admin-api')).toContainEqual([`\`${name}\``, expect.stringMatching(new RegExp(`^up to ${maximum} `))])
})

test('the page of the dashboard says how much of the audit log is kept, and how many passkeys there may be', () => {
  const { ofHolder, ofOperator, days } = auditBounds
  expect(days).toBe(2 * 365)
  const text = page('dashboard').replaceAll(/\s+/g, ' ')
  for (const count of [ofHolder.changes, ofOperator.changes]) expect(text).toContain(`newest ${written(count)} of `)
  expect(text).toContain(
    `newest ${ofHolder.signIns} of a holder and ${written(ofOperator.signIns)} of the operator are kept`,
  )
  expect(rowsOf('dashboard')).toContainEqual(['passkeys of an account', String(MAX_PASSKEYS)])
})

test('the page of accounts says how long usage is kept', () => {
  const text = page('accounts-and-keys').replaceAll(/\s+/g, ' ')
  const { hourlyForDays, forwardedForDays, errorsForDays } = retentionDaysOf(Number.POSITIVE_INFINITY)
  expect(text).toContain(`usage by the hour for ${hourlyForDays} days`)
  expect(text).toContain(
    `calls that went to a partner for ${forwardedForDays} days, and counts errors and latencies for ${errorsForDays}`,
  )
})
