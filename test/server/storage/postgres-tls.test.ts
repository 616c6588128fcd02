import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { protectionOf } from '../../../src/server/storage/postgres/tls.js'
import { temporaryFolder } from '../../support/started.js'

const folder = temporaryFolder()

/** Writes the files of an address; returns their paths, and the address. */
const written = (name: string) => {
  const [ca, cert, key] = ['ca', 'cert', 'key'].map((part) => join(folder, `${name}.${part}`)) as [
    string,
    string,
    string,
  ]
  for (const path of [ca, cert, key]) writeFileSync(path, `first ${path}`)
  const files = `sslrootcert=${ca}&sslcert=${cert}&sslkey=${key}`
  return { ca, cert, key, address: `postgres://ann@127.0.0.1/tollgate?sslmode=verify-full&${files}` }
}
/** The contents of the files in use. */
const inUse = (address: string) => {
  const { ssl } = protectionOf(address)
  return ssl ? [ssl.ca, ssl.cert, ssl.key].map(String) : ssl
}

test('files that are replaced are used by the next connection', () => {
  const { ca, cert, key, address } = written('replaced')
  expect(inUse(address)).toEqual([ca, cert, key].map((path) => `first ${path}`))
  for (const path of [ca, cert, key]) writeFileSync(path, `second ${path}`)
  expect(inUse(address)).toEqual([ca, cert, key].map((path) => `second ${path}`))
})

test.each(['ca', 'cert', 'key'] as const)(
  'while %s cannot be read, all that was read before stays in use, and no exception ends the process',
  (part) => {
    const files = written(`unreadable-${part}`)
    const paths = [files.ca, files.cert, files.key]
    const before = inUse(files.address)
    for (const path of paths) writeFileSync(path, `second ${path}`)
    rmSync(files[part])
    expect(inUse(files.address)).toEqual(before)
    mkdirSync(files[part])
    expect(inUse(files.address)).toEqual(before)
    rmSync(files[part], { recursive: true })
    writeFileSync(files[part], `second ${files[part]}`)
    expect(inUse(files.address)).toEqual(paths.map((path) => `second ${path}`))
  },
)

test('what stays in use has its key, though the driver hides the key in the object that it gets', () => {
  const { key, address } = written('hidden')
  expect(new pg.Client({ ...protectionOf(address) })).toBeDefined()
  rmSync(key)
  expect(new pg.Client({ ...protectionOf(address) })).toBeDefined()
  expect(inUse(address)).toContain(`first ${key}`)
})

test('a file that could never be read is an error', () => {
  const { cert, address } = written('missing')
  rmSync(cert)
  expect(() => protectionOf(address)).toThrow('ENOENT')
})

test.each([
  ['disable', false],
  ['require', { rejectUnauthorized: false }],
])('sslmode=%s needs no file', (mode, ssl) => {
  const connectionString = 'postgres://ann@127.0.0.1/tollgate'
  expect(protectionOf(`${connectionString}?sslmode=${mode}`)).toEqual({ connectionString, ssl })
})

test('an address without sslmode stays as it is', () => {
  const connectionString = 'postgres://ann@127.0.0.1/tollgate'
  expect(protectionOf(connectionString)).toEqual({ connectionString })
})
