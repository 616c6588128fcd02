import type { Contract } from '../../../contract/contract.js'
import { dataSchemasOf } from '../../../contract/error-data.js'
import type { ClientTypes } from '../typescript/type-module.js'
import { className, docstring, pythonBanner, pythonLiteral } from './source-text.js'
import { typingImport } from './type-text.js'
import { TypeWriter } from './type-writer.js'

export const errorClass = (name: string): string => `${className(name).replace(/Error$/, '')}Error`

/** A module with a class for each error of the gateway, and the type of its data. */
export const pythonErrors = (contract: Contract, types: ClientTypes): string => {
  const rows = Object.entries(contract['x-errors'])
  const classes = rows.map(([name, { description, data = {}, retry }]) => {
    const writer = new TypeWriter(contract, types)
    const dataName = `${className(name)}Data`
    const alternatives = dataSchemasOf(data)
    const names = alternatives.map((_, index) => (alternatives.length === 1 ? dataName : `${dataName}${index + 1}`))
    const doc = `What is said with the error ${name}.`
    for (const [index, one] of names.entries())
      writer.declare(one, { ...alternatives[index]!, description: doc }, false)
    if (names.length > 1) writer.declareUnion(dataName, names, { description: doc })
    return `${writer.declarations.join('\n\n')}

class ${errorClass(name)}(GatewayError):
${docstring([description], '    ')}
    name: ClassVar[str] = ${pythonLiteral(name)}
    retry: ClassVar[Retry] = ${pythonLiteral(retry)}

    @property
    def data(self) -> ${dataName}:
        return cast(${dataName}, self._data)
`
  })
  const text = classes.join('\n\n')
  const table = rows.map(([name]) => `    ${pythonLiteral(name)}: ${errorClass(name)},\n`).join('')
  return `${pythonBanner}${docstring(['The errors of the gateway: a class for each, which tells what its data are.'])}
from __future__ import annotations

${typingImport(`ClassVar ${text}`, ['ClassVar', 'Literal', 'Mapping', 'TypeAlias', 'TypedDict', 'cast'])}
from .core.rpc_error import GatewayError, Retry
${/\bHex\b/.test(text) ? 'from .types import Hex\n' : ''}

${text}

BY_NAME: dict[str, type[GatewayError]] = {
${table}}
"""The class of each error, by its name in the contract."""
`
}
