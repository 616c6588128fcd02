import { createHash } from 'node:crypto'
import { docsScript, docsStyle } from '../../../generated/docs-assets.js'

const HASH_LENGTH = 10

/** A file that the page loads. Its name has its content's hash: browsers may keep it for ever. */
export interface Asset {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

const asset = (stem: string, ending: string, contentType: string, text: string): Asset => {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
  return { name: `${stem}-${hash}.${ending}`, contentType, bytes: Buffer.from(text) }
}

/** The page's script. */
export const scriptAsset = asset('app', 'js', 'text/javascript; charset=utf-8', docsScript)

/** The page's style. */
export const styleAsset = asset('style', 'css', 'text/css; charset=utf-8', docsStyle)
