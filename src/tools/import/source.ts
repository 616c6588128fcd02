import { isObject } from '../../runtime/is-object.js'
import { followed } from './components.js'
import type { ImportedContract } from './judge.js'

/** A method of the source document, with its references unresolved. */
export interface SourceMethod {
  readonly name: string
  readonly path: string
  readonly value: Readonly<Record<string, unknown>>
}

/** The methods of a document that have a name; `leaveOut` gets the places of the others. */
export const sourcesOf = (document: unknown, leaveOut?: (path: string) => void): SourceMethod[] =>
  (isObject(document) && Array.isArray(document.methods) ? document.methods : []).flatMap((method, index) => {
    const value = followed(document, method)
    const path = `/methods/${index}`
    if (isObject(value) && typeof value.name === 'string') return [{ name: value.name, path, value }]
    leaveOut?.(path)
    return []
  })

/** The document's info; the version in semver form, as a contract requires. */
export const infoOf = (document: unknown): ImportedContract['info'] => {
  const info = isObject(document) && isObject(document.info) ? document.info : {}
  const title = typeof info.title === 'string' ? info.title : 'Imported contract'
  const version = /^\d+\.\d+\.\d+$/.test(String(info.version)) ? info.version : '1.0.0'
  const license =
    isObject(info.license) && typeof info.license.name === 'string' ? { license: { name: info.license.name } } : {}
  const description = `${title}, as tollgate contract import read it. Errors and extensions are those of the built-in contract.`
  return { title, version, ...license, description }
}
