import { readFileSync } from 'node:fs'
import { FIXED_LIMITS } from '../../src/server/config/fixed-limits.js'

/** A hundred, by docs/decisions/0025-fewer-keys.md, and those of features that came after it. */
const MOST_KEYS = 111

const page = (name: string): string => readFileSync(`docs/${name}.md`, 'utf8')

const keysOf = (table: string): string[] => [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) => key!)
const allKeys = keysOf(page('configuration').split('<!-- generated:configuration -->')[1]!)

test('the reference page has few keys, and the keys of each definition once', () => {
  const keys = new Set(allKeys.map((key) => key.replace('networks.NAME.contracts', 'contracts')))
  expect(keys.size).toBeGreaterThan(MOST_KEYS / 2)
  expect(keys.size).toBeLessThanOrEqual(MOST_KEYS)
  expect(allKeys.filter((key) => /^(?:networks\.NAME\.partner\.|contracts\[\])/.test(key))).toEqual([])
})

test.each(Object.entries(FIXED_LIMITS))('the security page names the fixed bound %s with its value', (name, value) => {
  expect(page('security')).toContain(`| \`${name}\` | ${value.toLocaleString('en-US')} |`)
})

test('the decision on keys names each fixed bound', () => {
  const [made] = page('decisions/0025-fewer-keys').split('| kept | because of |')
  expect(Object.keys(FIXED_LIMITS).filter((name) => !new RegExp(`\\b${name}\\b`).test(made!))).toEqual([])
})

/**
 * The names in a cell. One without a dot has the parent of the one before: `listen.host`, `port`.
 */
const namesIn = (cell: string): string[] => {
  let parent = ''
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => {
    const name = text!.replace(/\.\*$/, '')
    const whole = /[.[]/.test(text!) ? name : `${parent}${name}`
    parent = whole.slice(0, whole.lastIndexOf('.') + 1)
    return whole
  })
}
const isBelow = (key: string, name: string): boolean =>
  key === name || key.startsWith(`${name}.`) || key.startsWith(`${name}[`)

test('the decision on keys names every key, and none that is not there', () => {
  const kept = page('decisions/0025-fewer-keys').split('| kept | because of |')[1]!
  const names = [...kept.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) => namesIn(cell!))
  expect(names.filter((name) => !allKeys.some((key) => isBelow(key, name)))).toEqual([])
  const unnamed = allKeys.filter((key) => !names.some((name) => isBelow(key, name) || isBelow(name, key)))
  expect(unnamed).toEqual([])
})
