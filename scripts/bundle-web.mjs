/**
 * Bundles what runs in browsers: the scripts and styles of the docs page and of the dashboard.
 * Part of the build; esbuild is a development dependency, so the build loads this late.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { licencesOf } from './licences.mjs'

/** Browsers of 2023 and later, which have `:has` and modules. */
const TARGET = ['es2022', 'chrome111', 'firefox121', 'safari16.4']
/** The packages in the dashboard; their licences go with it. */
const PACKAGES = ['preact', '@preact/signals', 'uplot']

/** One file with everything it imports. */
const bundle = async (entry, options) => {
  const { outputFiles } = await build({
    entryPoints: [resolve(entry)],
    absWorkingDir: resolve('src/web/docs'),
    bundle: true,
    write: false,
    format: 'esm',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
  })
  return outputFiles[0].text
}

/** The docs page's are readable, so that a reader of the page can read them too. */
const docs = {}
/** Minified: packages are most of it. */
const dashboard = {
  absWorkingDir: resolve('.'),
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
}

/** Writes the four files into a folder. Errors: esbuild's, about the sources. */
export const bundleWeb = async (folder) => {
  const licences = licencesOf(PACKAGES.map((name) => join('node_modules', name)))
  const banner = { js: `/*! Contains, beside the code of Tollgate:\n\n${licences}\n*/` }
  const files = {
    'docs.js': await bundle('src/web/docs/browser/app.ts', docs),
    'docs.css': await bundle('src/web/docs/style/page.css', docs),
    'dashboard.js': await bundle('src/web/dashboard/browser/app.tsx', { ...dashboard, banner }),
    'dashboard.css': await bundle('src/web/dashboard/style/dashboard.css', dashboard),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}
