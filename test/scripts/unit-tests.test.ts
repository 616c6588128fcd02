import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, ROOT, readSource } from '../support/source-files.js'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<'test:unit', string>
}
const folders = scripts['test:unit'].split(' ').filter((word) => word.startsWith('test/'))

/** The files that import node:child_process, of those that a test file reaches by its imports. */
const startersOf = (path: string, seen: Set<string>): string[] => {
  if (seen.has(path) || !existsSync(join(ROOT, path))) return []
  seen.add(path)
  const names = readSource(path)
    .imports.filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ specifier }) => specifier)
  const nearer = names.filter((name) => name.startsWith('.') && name.endsWith('.js'))
  return [
    ...(names.includes('node:child_process') ? [path] : []),
    ...nearer.flatMap((name) => startersOf(join(dirname(path), name.replace(/\.js$/, '.ts')), seen)),
  ]
}
const startersBelow = (folder: string): string[] => {
  const seen = new Set<string>()
  const tests = filesBelow(folder.replace(/\/$/, '')).filter((path) => /(?<!\.long)\.test\.ts$/.test(path))
  return tests.flatMap((path) => startersOf(path, seen))
}

describe('npm run test:unit', () => {
  it('names folders', () => {
    expect(folders.length).toBeGreaterThan(0)
    expect(folders.filter((folder) => !folder.endsWith('/') || !existsSync(join(ROOT, folder)))).toEqual([])
  })
  it.each(folders)('starts no process in %s', (folder) => {
    expect(startersBelow(folder)).toEqual([])
  })
  it('would notice a test that starts PostgreSQL', () => {
    expect(startersBelow('test/server/storage/')).toContain('test/support/postgres.ts')
  })
})
