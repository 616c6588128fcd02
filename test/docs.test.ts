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

  test('says in CONTRIBUTING.md where to put a thing by names that the files it names have', () => {
    const [, table] = /## Where do I put …([\s\S]*?)\n## /.exec(readFileSync('CONTRIBUTING.md', 'utf8'))!
    const [whereTo, ...sections] = table!.split('\n### ')
    const rows = whereTo!.split('\n').filter((line) => line.startsWith('| '))
    const missing = [...rows, ...sections].flatMap((row) => {
      const words = [...row.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)
      const paths = words.filter((word) => word.includes('/') && existsSync(word))
      const folders = ['.', ...paths.map((path) => (path.endsWith('/') ? path : dirname(path)))]
      const files = words
        .filter((word) => /^[\w.-]+\.(?:ts|json)$/.test(word))
        .flatMap((word) => folders.map((folder) => join(folder, word)))
        .concat(paths.flatMap((path) => (path.endsWith('/') ? filesIn(path) : path)))
        .filter((file) => existsSync(file))
      const text = files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n')
      const isThere = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text)
      return words
        .filter((word) => /^[\w-]+$/.test(word) && !isThere(word))
        .map((word) => `${word}: ${row.slice(2, 40)}`)
    })
    expect(rows.length).toBeGreaterThan(12)
    expect(sections.length).toBeGreaterThan(5)
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

  test('no page has a command or a node take an address that the gateway beside it has by default', () => {
    const taken = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/--port 854[56]\b|url: "http:\/\/127\.0\.0\.1:854[56]"/g)].map(
        ([place]) => `${page}: ${place}`,
      ),
    )
    expect(taken).toEqual([])
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
