import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorDocument } from './operator-document.js'

/** Writes an operator's document to a file in a new folder. */
export const writtenContract = (methods: readonly object[]): { readonly file: string; remove(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-contract-'))
  const file = join(folder, 'more.json')
  writeFileSync(file, JSON.stringify(operatorDocument(methods)))
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
