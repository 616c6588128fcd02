/** Keys of package.json that stay in the repository: what they name is not in the package. */
export const REPOSITORY_KEYS = ['scripts', 'devDependencies', 'overrides']

/**
 * Licences that what is shipped with a gateway may have. MPL-2.0 binds who changes its files, which
 * are used as they are; of a choice (`MIT OR Apache-2.0`) one is enough.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
])

/** The files that belong into the package; any other file is in it by mistake. */
const CONTENTS =
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|openrpc\.json|dist\/.*\.(js|cjs|json|sha256|template)|dist\/LICENSES\.txt|dist\/src\/tools\/client\/[a-z]+\/readme\.md|dist\/built\/[a-z]+\.css|dist\/generated\/client\/(LICENSE|src\/core\/[a-z-]+\.ts)|dist\/generated\/client-python\/(LICENSE|src\/tollgate_client\/core\/\w+\.py)|docs\/.*)$/

/** A package in npm's bill of materials (CycloneDX). */
export interface SbomComponent {
  readonly name: string
  readonly version: string
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string }
    readonly expression?: string
  }[]
}

const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((name) => ALLOWED.has(name.trim())))

/** The packages whose licence is not allowed or not known, with it. */
export const unlicensed = (components: readonly SbomComponent[]): string[] =>
  components.flatMap(({ name, version, licenses = [] }) => {
    const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unknown')
    return names.length > 0 && names.every(isAllowed) ? [] : [`${name}@${version} (${names.join(', ') || 'unknown'})`]
  })

/** The files of a package that do not belong into it: sources, tests, build scripts. */
export const foreignFiles = (paths: readonly string[]): string[] =>
  paths.filter((path) => !CONTENTS.test(path) || /(^|\/)node_modules\/|\.test\./.test(path))

/** The places outside package.json that name the version, and how each is found. */
const VERSIONS: readonly (readonly [path: string, pattern: RegExp])[] = [
  ['CHANGELOG.md', /^## (\S+)/m],
  ['openrpc.json', /^ {4}"version": "([^"]+)"/m],
  ['generated/client/package.json', /^ {2}"version": "([^"]+)"/m],
  ['generated/client-python/pyproject.toml', /^version = "([^"]+)"/m],
  ['docs/deploy/helm/tollgate/Chart.yaml', /^version: (\S+)/m],
  ['docs/deploy/helm/tollgate/Chart.yaml', /^appVersion: (\S+)/m],
  ['docs/deploy/kubernetes.yaml', /helm\.sh\/chart: tollgate-(\S+)/],
  ['docs/install.md', /tollgate-(\d\S*)\.tgz/],
  ['docs/deploy.md', /tollgate-(\d\S*)\.tgz/],
  ['docs/deploy.md', /tollgate:(\d\S*) /],
]

/** Names each place where the version is another than `version`; `read` returns a file's text. */
export const otherVersions = (version: string, read: (path: string) => string): string[] =>
  VERSIONS.flatMap(([path, pattern]) => {
    const found = pattern.exec(read(path))?.[1]
    return found === version ? [] : [`${path} has version ${found ?? '(none)'} where package.json has ${version}`]
  })

const SIZE = /The install is (\d+) MB in (\d+) packages/

/** Names the size that `page` states if it is not the measured one, to one part in ten. */
export const otherSize = (page: string, bytes: number, packages: number): string[] => {
  const [, megabytes, count] = SIZE.exec(page) ?? []
  const isRight = Math.abs(Number(megabytes) * 1e6 - bytes) < bytes / 10 && Number(count) === packages
  return isRight ? [] : [`docs/install.md: the install is ${Math.round(bytes / 1e6)} MB in ${packages} packages`]
}

/** The page with the measured size. */
export const withSize = (page: string, bytes: number, packages: number): string =>
  page.replace(SIZE, `The install is ${Math.round(bytes / 1e6)} MB in ${packages} packages`)
