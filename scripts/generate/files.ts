import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Contract } from '../../src/contract/contract.js'
import { withPlainNumbers } from '../../src/runtime/exact-json.js'
import { emitClient } from './emit/client.js'
import { emitPythonClient } from './emit/client-python.js'
import { emitDocument } from './emit/document.js'
import { emitErrors } from './emit/errors.js'
import { emitHeaders } from './emit/headers.js'
import { emitMethods } from './emit/methods.js'
import { emitServer } from './emit/server.js'
import { emitServerJs } from './emit/server-js.js'
import { emitShippedMethods } from './emit/shipped-methods.js'
import { emitTypes, nominalTypes } from './emit/types.js'
import { emitValidators } from './emit/validators.js'
import { remembered } from './remembered.js'

/** A file of generated/: its path from there, and its text. */
export interface GeneratedFile {
  readonly path: string
  readonly content: string
}

const require = createRequire(import.meta.url)
const componentPath = require.resolve('./component.cjs')
const component = require(componentPath) as { use: (files: readonly GeneratedFile[]) => void }
const { default: generate } = require('@open-rpc/generator') as {
  default: (options: { openrpcDocument: unknown; components: readonly object[] }) => Promise<void>
}

/** Lets @open-rpc/generator write files of a contract into a folder; what else is there stays. */
export const writeGenerated = async (
  folder: string,
  contract: Contract,
  files: readonly GeneratedFile[],
): Promise<void> => {
  const { log } = console
  try {
    for (const { path } of files) mkdirSync(join(folder, dirname(path)), { recursive: true })
    component.use(files)
    const custom = { type: 'custom', name: 'tollgate', language: 'typescript', customComponent: componentPath }
    // Its typings, which we do not use, print a notice for each schema they cannot express.
    console.log = () => {}
    // The generator dereferences its input in place.
    const openrpcDocument = structuredClone(withPlainNumbers(contract))
    await generate({ openrpcDocument, components: [{ ...custom, openRPCPath: null, outPath: folder }] })
  } finally {
    console.log = log
  }
}

const validators = remembered(emitValidators)
const types = remembered(emitTypes)

/**
 * Every file of generated/ that follows from a contract without mistakes; the same bytes for the
 * same contract.
 */
export const generatedFiles = async (contract: Contract): Promise<GeneratedFile[]> => {
  return [
    { path: 'types.ts', content: nominalTypes(await types(contract)) },
    { path: 'headers.ts', content: emitHeaders(contract) },
    { path: 'errors.ts', content: await emitErrors(contract) },
    { path: 'validators.ts', content: await validators(contract) },
    { path: 'shipped-methods.ts', content: emitShippedMethods(contract) },
    { path: 'document.ts', content: emitDocument(contract) },
    ...emitServerJs(),
    { path: 'methods.ts', content: emitMethods(contract) },
    { path: 'server.ts', content: emitServer(contract) },
    ...emitClient(contract),
    ...emitPythonClient(contract),
  ]
}
