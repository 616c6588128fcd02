import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/source-files.js'

const { dependencies, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  bin: { tollgate: string }
}

describe('the package', () => {
  const packed = (): string[] => {
    const args = ['pack', '--dry-run', '--ignore-scripts', '--json']
    const printed = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return JSON.parse(printed)[0].files.map(({ path }: { path: string }) => path)
  }

  test('holds the program, what it reads beside its code, and the folders that its dependencies name; no tests, no sources', () => {
    const files = packed()
    const folders = Object.values(dependencies).flatMap((spec) => (spec.startsWith('file:./') ? [spec.slice(7)] : []))
    expect(folders).not.toEqual([])
    expect(files).toEqual(
      expect.arrayContaining([
        bin.tollgate,
        'dist/src/config/config.schema.json',
        'dist/src/admin/openrpc.admin.json',
        'scripts/build.mjs',
        'scripts/put-in-place.mjs',
        ...folders.map((folder) => `${folder}/package.json`),
      ]),
    )
    expect(files.filter((path) => /^(test|src)\/|\.test\./.test(path))).toEqual([])
  })
})
