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
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|openrpc\.json|dist\/.*\.(js|cjs|json|sha256)|dist\/built\/[a-z]+\.css|dist\/generated\/client\/(LICENSE|src\/core\/[a-z-]+\.ts)|dist\/generated\/client-python\/(LICENSE|src\/tollgate_client\/core\/\w+\.py)|docs\/.*)$/

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
