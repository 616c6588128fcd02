import type { Contract } from '../../../contract/contract.js'
import type { PackageFile } from '../typescript/client-files.js'
import { className, familiesOf } from '../typescript/signature.js'
import { docstring, pythonBanner, pythonLiteral } from './source-text.js'

/** The version in the form of Python's packages; an incompatible one becomes 0. */
const versionOf = ({ info }: Contract): string =>
  /^\d+(?:\.\d+)*(?:-?(?:a|b|rc|alpha|beta)\.?\d+)?$/.exec(info.version)?.[0] ?? '0'

/** The module name for importing a distribution. */
export const moduleOf = (name: string): string => name.replaceAll(/\W/g, '_')

const project = (contract: Contract, name: string): string => `${pythonBanner.replace('Python', '')}
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = ${pythonLiteral(name)}
version = ${pythonLiteral(versionOf(contract))}
description = ${pythonLiteral(`A typed client of ${contract.info.title}, generated from its OpenRPC document.`)}
readme = "README.md"
requires-python = ">=3.10"
license = "Apache-2.0"
license-files = ["LICENSE"]
keywords = ["json-rpc", "openrpc", "ethereum", "evm", "solana", "typed", "client"]
classifiers = ["Programming Language :: Python :: 3", "Framework :: AsyncIO", "Typing :: Typed"]
dependencies = ["httpx>=0.27,<1"]

[project.optional-dependencies]
watch = ["websockets>=15,<18"]

[tool.hatch.build.targets.wheel]
packages = [${pythonLiteral(`src/${moduleOf(name)}`)}]
`

const entry = (contract: Contract): string => {
  const families = familiesOf(contract).map((family) => className(family))
  const names = families.map((name) => name.replace('Client', ''))
  const imports = [
    ['.calls', names.flatMap((name) => [name, `${name}Calls`])],
    ['.clients', families.flatMap((name) => [`Async${name}`, name])],
    ['.core.resume_points', ['ResumeLost']],
    ['.core.retry', ['retry_delay']],
    ['.core.rpc_error', ['GatewayError', 'NodeError', 'RpcError', 'TransportError']],
    ['.core.wire', ['Call', 'Outcome', 'Reply']],
    ['.facts', ['AnswerFacts']],
  ] as const
  const lines = imports.map(([module, found]) => `from ${module} import ${found.join(', ')}\n`)
  const all = imports.flatMap(([, found]) => found).sort()
  return `${pythonBanner}${docstring([`A typed client of ${contract.info.title}. Types are in \`types\`, the gateway's errors in \`errors\`.`])}
${lines.join('')}
__all__ = [
${all.map((name) => `    ${pythonLiteral(name)},\n`).join('')}]
`
}

export const pythonPackage = (contract: Contract, name: string): readonly PackageFile[] => [
  { path: 'pyproject.toml', content: project(contract, name) },
  { path: `src/${moduleOf(name)}/__init__.py`, content: entry(contract) },
  // The presence of this file marks the package as typed (PEP 561).
  { path: `src/${moduleOf(name)}/py.typed`, content: pythonBanner },
]
