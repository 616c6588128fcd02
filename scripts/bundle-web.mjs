/**
 * Bundles what runs in browsers: the scripts and styles of the docs page and of the dashboard.
 * Part of the build; esbuild is a development dependency, so the build loads this late.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { licencesOf, packagesIn } from './licences.mjs'

/** Browsers of 2023 and later, which have `:has` and modules. */
const TARGET = ['es2022', 'chrome111', 'firefox121', 'safari16.4']
/** One file with everything it imports, and the licences of the packages among that. */
const bundle = async (entry, options) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [resolve(entry)],
    absWorkingDir: resolve('src/web/docs'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
  })
  const folders = packagesIn(metafile)
  if (folders.length === 0) return outputFiles[0].text
  return `/*! Contains, beside the code of Tollgate:\n\n${licencesOf(folders)}\n*/\n${outputFiles[0].text}`
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
  const files = {
    'docs.js': await bundle('src/web/docs/browser/app.ts', docs),
    'docs.css': await bundle('src/web/docs/style/page.css', docs),
    'dashboard.js': await bundle('src/web/dashboard/browser/app.tsx', dashboard),
    'dashboard.css': await bundle('src/web/dashboard/style/dashboard.css', dashboard),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}
