import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  foreignFiles,
  otherSize,
  otherVersions,
  REPOSITORY_KEYS,
  unlicensed,
  withSize,
} from '../../scripts/release/rules.js'
import { ROOT } from '../support/source-files.js'

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const { version, dependencies, peerDependencies, peerDependenciesMeta, optionalDependencies, bin } = JSON.parse(
  textOf('package.json'),
) as Record<'dependencies' | 'peerDependencies' | 'peerDependenciesMeta' | 'bin', Record<string, never>> & {
  optionalDependencies?: object
  version: string
}
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages as Record<
  string,
  {
    version: string
    license?: string
    dev?: boolean
    devOptional?: boolean
    optional?: boolean
    peer?: boolean
    link?: boolean
    resolved?: string
  }
>

test('the lock file links to folders of this repository only', () => {
  const links = Object.values(lock).flatMap(({ link, resolved = '' }) => (link ? [resolved] : []))
  const folders = Object.keys(lock).filter((path) => path !== '' && !path.includes('node_modules/'))
  expect([...links, ...folders].filter((path) => !existsSync(join(ROOT, path, 'package.json')))).toEqual([])
})

describe('the package', () => {
  const packed = (): string[] => {
    const args = ['pack', '--dry-run', '--ignore-scripts', '--json']
    const printed = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return JSON.parse(printed)[0].files.map(({ path }: { path: string }) => path)
  }

  test('holds the program, what it reads beside its code, and the documentation; no sources, tests or scripts', () => {
    const files = packed()
    expect(files).toEqual(
      expect.arrayContaining([
        bin.tollgate,
        'package.json',
        'LICENSE',
        'openrpc.json',
        'dist/generated/config-validator.cjs',
        'dist/src/worker-main.js',
        'dist/src/server/config/config.schema.json',
        'dist/src/server/admin/openrpc.admin.json',
        'dist/src/cli/operate/config/starting-config.yaml.template',
        'dist/src/tools/client/typescript/readme.md',
        'dist/src/tools/demo/anvil-keeper.cjs',
        'docs/deploy/systemd/tollgate.service',
      ]),
    )
    expect(foreignFiles(files)).toEqual([])
    expect(
      foreignFiles(['src/main.ts', 'dist/src/a.test.js', 'dist/node_modules/a/a.js', 'scripts/build.mjs']),
    ).toHaveLength(4)
  })

  test('has the licence of each package in its bundles', () => {
    const builtMs = statSync(join(ROOT, 'dist/sources.sha256')).mtimeMs
    // Bundles of earlier builds stay for a while.
    const bundles = readdirSync(join(ROOT, 'dist/src')).filter(
      (name) => name.endsWith('.js') && statSync(join(ROOT, 'dist/src', name)).mtimeMs >= builtMs,
    )
    const names = bundles.flatMap((name) =>
      [...textOf(`dist/src/${name}`).matchAll(/^\/\/ \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)/gm)].map(
        ([, one]) => one,
      ),
    )
    expect(names).toContain('ws')
    const texts = textOf('dist/LICENSES.txt')
    const expected = [...new Set([...names, '@open-rpc/server-js'])]
    expect(expected.filter((name) => !texts.includes(`\n\n${name} `))).toEqual([])
    const ofDashboard = ['preact', '@preact/signals', '@preact/signals-core', 'uplot']
    const [head = ''] = textOf('dist/built/dashboard.js').split('*/')
    expect(ofDashboard.filter((name) => !head.includes(`\n\n${name} `))).toEqual([])
  })

  test('has nothing in its package.json that only the repository needs', () => {
    const manifest = JSON.parse(textOf('package.json'))
    const kept = Object.keys(manifest).filter((name) => !REPOSITORY_KEYS.includes(name))
    expect(kept.sort()).toEqual([
      ...['bin', 'dependencies', 'description', 'engines', 'files', 'imports', 'keywords', 'license', 'name'],
      ...['peerDependencies', 'peerDependenciesMeta', 'private', 'type', 'version'],
    ])
  })

  test('asks of who installs it nothing but versions from the registry', () => {
    expect(Object.values(dependencies).filter((range) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([])
  })

  test('has one version, and whatever names it names that one', () => {
    expect(otherVersions(version, textOf)).toEqual([])
    const elsewhere = otherVersions('9.9.9', textOf)
    expect(elsewhere.length).toBeGreaterThan(8)
    expect(elsewhere[0]).toBe(`CHANGELOG.md has version ${version} where package.json has 9.9.9`)
    expect(otherVersions(version, () => 'no version')[0]).toContain('(none)')
  })

  test('is as large as the page about installing says, to one part in ten', () => {
    const page = 'The install is 45 MB in 80 packages.'
    expect([otherSize(page, 44_000_000, 80), otherSize(page, 48_000_000, 80)]).toEqual([[], []])
    const larger = ['docs/install.md: the install is 52 MB in 83 packages']
    expect([otherSize(page, 52_000_000, 83), otherSize('', 52_000_000, 83)]).toEqual([larger, larger])
    expect(withSize(page, 52_000_000, 83)).toBe('The install is 52 MB in 83 packages.')
  })

  test('leaves what only the demo needs to those who want it, at the versions tested here', () => {
    expect(optionalDependencies).toBeUndefined()
    for (const [name, version] of Object.entries(peerDependencies)) {
      expect(peerDependenciesMeta[name]).toEqual({ optional: true })
      expect(lock[`node_modules/${name}`]?.version).toBe(version)
    }
    expect(Object.keys(peerDependencies)).toHaveLength(2)
  })

  test('brings packages of known, permissive licences only', () => {
    const shipped = Object.entries(lock).flatMap(
      ([path, { version, license, dev, devOptional, optional, peer, link }]) => {
        if (path === '' || dev || devOptional || peer || link) return []
        // The lock file names no licence for a build for another platform. The build has the
        // licence of the package that depends on it.
        if (optional && license === undefined) return []
        return [{ name: path, version, licenses: [{ license: { id: license ?? 'unknown' } }] }]
      },
    )
    expect(shipped.length).toBeGreaterThan(40)
    expect(unlicensed(shipped)).toEqual([])
    const of = (id: string) => ({ name: 'a', version: '1.0.0', licenses: [{ license: { id } }] })
    expect(unlicensed([of('GPL-3.0'), of('MIT'), { name: 'b', version: '1.0.0' }])).toEqual([
      'a@1.0.0 (GPL-3.0)',
      'b@1.0.0 (unknown)',
    ])
  })
})
