import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { builtFile } from '../../runtime/package-files.js'

/** For a file whose name changes with its content: browsers never ask for it again. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** For a page that names files by their hashes: browsers revalidate it, and mostly get 304. */
export const ASK_AGAIN = 'no-cache'

const HASH_LENGTH = 10

/** Without it, browsers ask for /favicon.ico. */
export const ICON =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%2016%2016%22%3E%3Crect%20width=%2216%22%20height=%2216%22%20rx=%224%22%20fill=%22%234f46e5%22/%3E%3Cpath%20d=%22M4%206h8M8%206v6%22%20stroke=%22white%22%20stroke-width=%222%22/%3E%3C/svg%3E'

/** A file that a page loads. Its name has its content's hash: browsers may keep it for ever. */
export interface Asset {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

const asset = (file: string, stem: string, ending: string, contentType: string): Asset => {
  const bytes = readFileSync(builtFile(`${file}.${ending}`))
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH)
  return { name: `${stem}-${hash}.${ending}`, contentType, bytes }
}

/** The script and the style of a page. */
export const assetsOf = (page: 'docs' | 'dashboard'): { readonly script: Asset; readonly style: Asset } => ({
  script: asset(page, 'app', 'js', 'text/javascript; charset=utf-8'),
  style: asset(page, 'style', 'css', 'text/css; charset=utf-8'),
})
