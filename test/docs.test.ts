import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

describe('the documentation', () => {
  test('README.md has at most 150 lines', () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  test('links only to what is there', () => {
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('names only files of the repository that are there', () => {
    const missing = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`((?:src|test|scripts|generated|docs)\/[\w./-]+)`/g)]
        .map(([, path]) => path!)
        .filter((path) => !existsSync(path))
        .map((path) => `${page}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('every page of docs/ is linked from another page', () => {
    const linked = new Set(
      pages.flatMap((page) =>
        [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => join(dirname(page), target!)),
      ),
    )
    expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([])
  })
})
