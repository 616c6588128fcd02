import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../src/web/docs')
/** Browsers of 2023 and later, which have `:has` and modules. */
const TARGET = ['es2022', 'chrome111', 'firefox121', 'safari16.4']

/**
 * One file of a page's script or style with everything it imports; readable, so that a reader of
 * the page can read it too.
 */
const bundled = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, entry)],
    absWorkingDir: FOLDER,
    bundle: true,
    write: false,
    format: 'esm',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}

const literal = (text: string): string => `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``

/**
 * The docs page's script and style as a module; the same bytes for the same sources. Errors: those
 * of the sources.
 */
export const emitDocsAssets =
  async (): Promise<string> => `// @generated from src/web/docs by scripts/generate — do not edit

/** The script of the docs page, an ES module. */
export const docsScript = ${literal(await bundled('browser/app.ts'))}

/** The style of the docs page. */
export const docsStyle = ${literal(await bundled('style/page.css'))}
`
