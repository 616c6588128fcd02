import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { builtFile } from '../../runtime/built-file.js'

const HASH_LENGTH = 10

/** A file that the page loads. Its name has its content's hash: browsers may keep it for ever. */
export interface Asset {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

const asset = (stem: string, ending: string, contentType: string): Asset => {
  const bytes = readFileSync(builtFile(`docs.${ending}`))
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH)
  return { name: `${stem}-${hash}.${ending}`, contentType, bytes }
}

export const scriptAsset = asset('app', 'js', 'text/javascript; charset=utf-8')

export const styleAsset = asset('style', 'css', 'text/css; charset=utf-8')
