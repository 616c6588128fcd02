import type { Contract, HeaderExtension } from '../../../contract/contract.js'
import { docstring, pythonBanner, pythonLiteral, pythonName } from './source-text.js'

const fieldOf = (header: string): string => pythonName(header.replace(/^X-/i, '').replaceAll('-', '_').toLowerCase())

const typeOf = ({ schema }: HeaderExtension): string => {
  if (schema.type === 'integer') return 'int'
  return Array.isArray(schema.enum) ? `Literal[${schema.enum.map(pythonLiteral).join(', ')}]` : 'str'
}

const readerOf = (header: string, { schema }: HeaderExtension): string => {
  const text = `headers.get(${pythonLiteral(header)})`
  if (schema.type === 'integer') return `_integer(${text})`
  if (!Array.isArray(schema.enum)) return text
  // The type checker narrows a comparison with one text, not a membership test.
  return schema.enum
    .map((value) => `${pythonLiteral(value)} if ${text} == ${pythonLiteral(value)} else `)
    .join('')
    .concat('None')
}

export const pythonFacts = (contract: Contract): string => {
  const headers = Object.entries(contract['x-headers'])
  const fields = headers.map(
    ([header, row]) =>
      `    ${fieldOf(header)}: ${typeOf(row)} | None = None\n${docstring([`${header}: ${row.description} ${row.when[0]!.toUpperCase()}${row.when.slice(1)}.`], '    ')}`,
  )
  const values = headers.map(([header, row]) => `        ${fieldOf(header)}=${readerOf(header, row)},\n`)
  return `${pythonBanner}${docstring(['What the headers of an answer say.'])}
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Mapping


@dataclass(frozen=True)
class AnswerFacts:
    """What the gateway says of an answer besides its result; of a batch, of all of its calls."""

    http_status: int | None = None
${fields.join('')}

def _integer(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 20 else None


def read_facts(http_status: int, headers: Mapping[str, str]) -> AnswerFacts:
    """Reads the facts of an answer from its headers, whose names may be in any case."""
    return AnswerFacts(
        http_status=http_status,
${values.join('')}    )
`
}

/** A module with the time limit of each method, and whether it writes. */
export const pythonMethods = (contract: Contract): string => {
  const rows = contract.methods.map(({ name, 'x-limits': { timeoutMs }, 'x-effect': effect = 'read' }) => {
    const write = effect === 'read' ? '' : ', is_write=True'
    return `    ${pythonLiteral(name)}: MethodFacts(timeout=${timeoutMs / 1000}${write}),\n`
  })
  return `${pythonBanner}${docstring(['What a client has to know of each method to call it.'])}
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MethodFacts:
    """A method's time limit in the gateway, in seconds, and whether calling it twice does something twice."""

    timeout: float
    is_write: bool = False


METHODS: dict[str, MethodFacts] = {
${rows.join('')}}
"""The methods of the contract, by their names."""
`
}
