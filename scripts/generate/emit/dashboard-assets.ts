import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const FOLDER = join(ROOT, 'src/web/dashboard')
/** Browsers of 2023 and later, as for the docs page. */
const TARGET = ['es2022', 'chrome111', 'firefox121', 'safari16.4']
/** What is bundled, and whose licences have to go with it. */
const PACKAGES = ['preact', '@preact/signals', 'uplot']

const licences = (): string =>
  PACKAGES.map((name) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'))
    const text = readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8').trim()
    return `${name} ${version}\n${text}`
  }).join('\n\n')

/** One file with everything it imports, packages included; minified, for they are most of it. */
const bundled = async (entry: string, banner: Record<string, string>): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, entry)],
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    banner,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]!.text
}

const literal = (text: string): string => `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``

/**
 * The dashboard's script and style as a module; the same bytes for the same sources. Errors: those
 * of the sources.
 */
export const emitDashboardAssets = async (): Promise<string> => {
  const banner = `/*! Contains, beside the code of Tollgate:\n\n${licences()}\n*/`
  return `// @generated from src/web/dashboard by scripts/generate — do not edit

/** The script of the dashboard, an ES module. */
export const dashboardScript = ${literal(await bundled('browser/app.tsx', { js: banner }))}

/** The style of the dashboard. */
export const dashboardStyle = ${literal(await bundled('style/dashboard.css', {}))}
`
}
