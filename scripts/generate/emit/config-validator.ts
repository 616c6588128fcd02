import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { inAscii, standalone } from '../../../src/contract/validator-source.js'
import { SCHEMA_FILE } from '../../../src/server/config/schema.js'
import { configBanner } from './config.js'

/**
 * The validator of configurations as a CommonJS module. Compiling the schema at every start would
 * take a sixth of a second.
 */
export const emitConfigValidator = (schemaText = readFileSync(SCHEMA_FILE, 'utf8')): string => {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, verbose: true, strictTypes: false, code: { source: true } })
  ajv.addKeyword({ keyword: 'x-restart', schemaType: 'boolean' })
  return inAscii(`${configBanner.replace('—', '-')}${standalone(ajv, ajv.compile(JSON.parse(schemaText) as object))}\n`)
}
