import { readFileSync } from 'node:fs'
import { record } from '../../src/cli/tools/record.js'
import { shippedFile } from '../../src/contract/operator/shipped-files.js'
import { readFaultHeader } from '../../src/tools/mock/fault-header.js'

const page = (name: string): string => readFileSync(name, 'utf8')

describe('the page of the mock', () => {
  const table = page('docs/mock.md').split('The header `X-Mock-Fault`')[1]!.split('After the last five')[0]!
  const values = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, value]) => value!.replace('NAME', 'no-upstream'))

  test.each(values)('gives a value of X-Mock-Fault that the mock takes: %s', (value) => {
    expect(readFaultHeader(value)).toEqual(expect.any(Object))
  })

  test('gives all of them', () => {
    const [, forms] = /it is (.*), several/.exec(String(readFaultHeader('no such fault')))!
    const names = forms!.split(/, | or /).map((form) => form.split('=')[0])
    expect(values.map((value) => value.split('=')[0]).sort()).toEqual(names.sort())
  })
})

test.each(['calls', 'events', 'bytes'])('the page of the recorder has the default of --%s', (name) => {
  const [, usual] = /default (\d+)/.exec(record.options![name]!.description)!
  const bound =
    name === 'bytes' ? `${Number(usual) / 1024 ** 2} MiB` : `${Number(usual).toLocaleString('en-US')} ${name}`
  expect(page('docs/record.md')).toContain(`| \`--${name}\` | ${bound}`)
})

test('the changelog counts the methods of the shipped contracts that a new configuration has', () => {
  const counts = ['ethereum', 'solana'].map((name) => JSON.parse(page(shippedFile(name)!)).methods.length)
  expect(page('CHANGELOG.md')).toContain(`bring ${counts[0] + counts[1]} further ones`)
})
