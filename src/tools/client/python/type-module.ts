import type { Contract } from '../../../contract/contract.js'
import { type ClientTypes, encodingParamOf } from '../typescript/type-module.js'
import { configFor, configName, type EncodingGroup, encodingGroupsOf } from './encoding-groups.js'
import { docstring, pythonBanner } from './source-text.js'
import { typeName, typingImport } from './type-text.js'
import { TypeWriter } from './type-writer.js'

/** For each group of encodings, the types of the params that select the encoding of a result. */
const declareConfigs = (
  contract: Contract,
  types: ClientTypes,
  groups: readonly EncodingGroup[],
  writer: TypeWriter,
): void => {
  const declared = new Set<string>()
  for (const method of contract.methods) {
    const chosen = encodingParamOf(contract, types, method)
    if (chosen === undefined) continue
    const { schema } = method.params[chosen]!
    for (const group of groups) {
      const [name, config] = [configName(schema, group), configFor(contract, schema, group)]
      if (config === undefined || declared.has(name)) continue
      declared.add(name)
      writer.declare(name, config, true)
    }
  }
}

/** The types of all component schemas, as a module. */
export const pythonTypes = (contract: Contract, types: ClientTypes): string => {
  const groups = encodingGroupsOf(contract, types)
  const writer = new TypeWriter(contract, types)
  for (const [component, schema] of Object.entries(contract.components.schemas)) {
    const [name, isGiven] = [typeName(component), types.given.has(component)]
    if (!types.byEncoding.has(component)) {
      writer.declare(name, schema, isGiven)
      continue
    }
    for (const group of groups) writer.declare(`${name}${group.name}`, schema, isGiven, group)
    const names = groups.map((group) => `${name}${group.name}`)
    writer.declareUnion(name, names, schema)
  }
  declareConfigs(contract, types, groups, writer)
  const declarations = writer.declarations.join('\n')
  return `${pythonBanner}${docstring(['What calls take and give, as the contract describes it.'])}
from __future__ import annotations

${typingImport(`TypeAlias ${declarations}`, ['Literal', 'Mapping', 'Sequence', 'TypeAlias', 'TypedDict'])}
Hex: TypeAlias = str
${docstring(['0x and hexadecimal digits. A type checker accepts every text here; the gateway says what is wrong with others.'])}
${declarations}`
}
