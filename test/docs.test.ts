import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Every file below a folder that is written by hand. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs|json|sh)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name))

/**
 * The pages that a text cites, each with the headings named after it:
 * `docs/credits.md, "The laws"`.
 */
const citationsIn = (text: string): { page: string; headings: string[] }[] =>
  [...text.matchAll(/([\w./-]*[\w-]\.md)\b((?:(?:,| and| or) "[^"\n]+")*)/g)].map(([, page, headings]) => ({
    page: page!,
    headings: [...headings!.matchAll(/"([^"]+)"/g)].map(([, heading]) => heading!),
  }))

const hasHeading = (page: string, heading: string): boolean =>
  readFileSync(page, 'utf8')
    .split('\n')
    .some((line) => /^#+ /.test(line) && line.replace(/^#+ (\d[\d.]* )?/, '') === heading)

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

describe('the documentation', () => {
  test('README.md has at most 150 lines, with room for three more methods', () => {
    const tableRows = readFileSync('README.md', 'utf8').match(/^\| `(?:eth_|get)\w+` \|/gm)!.length
    const room = Math.max(0, 10 - tableRows)
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150 - room)
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

  test.each(['src', 'test', 'scripts'])('files of %s cite only pages and sections that are there', (folder) => {
    const missing = filesIn(folder).flatMap((file) =>
      citationsIn(readFileSync(file, 'utf8')).flatMap(({ page, headings }) => {
        const found = [page, join('generated', page), join(dirname(file), page)].find(existsSync)
        if (found === undefined) return [`${file}: ${page}`]
        return headings
          .filter((heading) => !hasHeading(found, heading))
          .map((heading) => `${file}: ${page}, "${heading}"`)
      }),
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
