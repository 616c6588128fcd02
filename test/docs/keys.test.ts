import { readFileSync } from 'node:fs'
import { FIXED_LIMITS } from '../../src/server/config/fixed-limits.js'

/** A hundred, by docs/decisions/0025-fewer-keys.md, and those of features that came after it. */
const MOST_KEYS = 111

const page = (name: string): string => readFileSync(`docs/${name}.md`, 'utf8')

test('the reference page has few different keys; a partner has those of an upstream, a network those of all', () => {
  const table = page('configuration').split('<!-- generated:configuration -->')[1]!
  const keys = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) =>
    key!
      .replace('networks.NAME.partner.', 'networks.NAME.upstreams[].')
      .replace('networks.NAME.contracts', 'contracts'),
  )
  expect(new Set(keys).size).toBeGreaterThan(MOST_KEYS / 2)
  expect(new Set(keys).size).toBeLessThanOrEqual(MOST_KEYS)
})

test.each(Object.entries(FIXED_LIMITS))('the security page names the fixed bound %s with its value', (name, value) => {
  expect(page('security')).toContain(`| \`${name}\` | ${value.toLocaleString('en-US')} |`)
})
