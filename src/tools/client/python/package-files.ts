import type { Contract } from '../../../contract/contract.js'
import { filledTemplate } from '../../../runtime/read-file.js'
import type { PackageFile } from '../typescript/client-files.js'
import { className, familiesOf } from '../typescript/signature.js'
import { docstring, pythonBanner, pythonLiteral } from './source-text.js'

/** The version in the form of Python's packages; an incompatible one becomes 0. */
const versionOf = ({ info }: Contract): string =>
  /^\d+(?:\.\d+)*(?:-?(?:a|b|rc|alpha|beta)\.?\d+)?$/.exec(info.version)?.[0] ?? '0'

/** The module name for importing a distribution. */
export const moduleOf = (name: string): string => name.replaceAll(/\W/g, '_')

const project = (contract: Contract, name: string): string =>
  filledTemplate(new URL('./pyproject.toml.template', import.meta.url), {
    name: pythonLiteral(name),
    version: pythonLiteral(versionOf(contract)),
    description: pythonLiteral(`A typed client of ${contract.info.title}, generated from its OpenRPC document.`),
    folder: pythonLiteral(`src/${moduleOf(name)}`),
  })

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
