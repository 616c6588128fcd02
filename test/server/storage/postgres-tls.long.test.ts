import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { protectionOf } from '../../../src/server/storage/postgres/tls.js'
import { openWholeStore } from '../../../src/server/storage/whole/whole-store.js'
import { writeCertificate } from '../../support/certificate.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startPostgres } from '../../support/postgres.js'
import { patientLimits } from '../../support/postgres-place.js'
import { started, temporaryFolder } from '../../support/started.js'

const NOON = Date.parse('2026-11-21T12:00:00Z')

const folder = temporaryFolder()
let trusted: string
let other: string

/**
 * A server that takes encrypted connections only, with a certificate for 127.0.0.1 that it signed
 * itself.
 */
beforeAll(async () => {
  trusted = join(folder, 'trusted.pem')
  other = join(folder, 'other.pem')
  writeCertificate('other', { cert: other, key: join(folder, 'other.key') })
})
const postgres = started(() =>
  startPostgres((place) => {
    const files = { cert: join(place, 'server.pem'), key: join(place, 'server.key') }
    writeFileSync(trusted, writeCertificate('postgres', files))
    chmodSync(files.key, 0o600)
    writeFileSync(join(place, 'hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n')
    const hba = `hba_file=${join(place, 'hba.conf')}`
    return ['ssl=on', `ssl_cert_file=${files.cert}`, `ssl_key_file=${files.key}`, hba]
  }),
)

const address = (options: string, host = '127.0.0.1') => `${postgres.url.replace('127.0.0.1', host)}${options}`
const open = (url: string) => openPostgres(url, { clock: () => NOON, limits: patientLimits })
const refusal = async (url: string): Promise<string> => {
  const error = await open(url).then(
    (store) => store.close(),
    (failure: Error) => failure,
  )
  return error instanceof Error ? error.message : 'opened'
}

test.each(['require', 'verify-ca', 'verify-full'])('a store is served over TLS with sslmode=%s', async (mode) => {
  const ca = mode === 'require' ? '' : `&sslrootcert=${trusted}`
  const url = address(`?sslmode=${mode}${ca}`)
  const stores = [await open(url), await open(url)]
  try {
    const account = await stores[0]!.accounts.createAccount({ name: 'A', plan: 'core', isFailoverOn: false })
    expect(await stores[1]!.accounts.findAccount(account.id)).toEqual(account)
    // The connection that listens is one of these, too.
    await expectSoon(() => stores[1]!.takeChange(), true)
    const watching = new pg.Client({ ...protectionOf(url) })
    await watching.connect()
    const { rows } = await watching.query(
      'SELECT count(*)::int AS open, count(*) FILTER (WHERE NOT ssl)::int AS plain FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_port IS NOT NULL',
    )
    await watching.end()
    expect(rows[0]).toMatchObject({ plain: 0 })
    expect(rows[0].open).toBeGreaterThanOrEqual(4)
  } finally {
    for (const store of stores) await store.close()
  }
})

test('a file that is removed ends no process, and its store is served over new connections', async () => {
  const ca = join(folder, 'removed.pem')
  copyFileSync(trusted, ca)
  const store = await open(address(`?sslmode=verify-full&sslrootcert=${ca}`))
  try {
    rmSync(ca)
    // One connection is idle after the start. The pool makes the others in later ticks.
    const found = await Promise.all([1, 2, 3, 4].map(() => store.accounts.findAccount('acc_none')))
    expect(found).toEqual([undefined, undefined, undefined, undefined])
  } finally {
    await store.close()
  }
})

test('a certificate that is not of the CA is refused, and the error says so', async () => {
  const wrong = `&sslrootcert=${other}`
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    expect(await refusal(address(`?sslmode=${mode}${wrong}`))).toMatch(
      /^cannot open the store on 127\.0\.0\.1:\d+: self-signed certificate \(the certificate is not one of the CA in sslrootcert/,
    )
  // Without sslrootcert, the certificate would have to be from a well-known CA.
  expect(await refusal(address('?sslmode=verify-full'))).toContain('self-signed certificate')
  await expect(openWholeStore(address(`?sslmode=verify-full${wrong}`))).rejects.toThrow('self-signed certificate')
})

test('a certificate for another host name is refused by verify-full alone', async () => {
  const ca = `&sslrootcert=${trusted}`
  expect(await refusal(address(`?sslmode=verify-full${ca}`, 'localhost'))).toContain(
    'the certificate is for another host name',
  )
  expect(await refusal(address(`?sslmode=verify-ca${ca}`, 'localhost'))).toBe('opened')
})

test('a server that wants TLS says so to whoever comes without, and the other way round', async () => {
  expect(await refusal(address('?sslmode=disable'))).toMatch(/no pg_hba\.conf entry .* no encryption/)
  const plain = await startPostgres()
  try {
    expect(await refusal(`${plain.url}?sslmode=require`)).toContain('does not support SSL connections')
  } finally {
    await plain.stop()
  }
})
