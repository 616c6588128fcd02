import { callText, memberAccess, python, quoted, type SourceValue } from './source-text.js'

/** The package of the typed client, and how to write it. */
export interface ClientOrigin {
  /** As TypeScript imports it. */
  readonly name: string
  /** As Python imports it. */
  readonly pythonName: string
  /**
   * `--contract` options that the package was written with; empty for the one in the repository.
   */
  readonly contracts: readonly string[]
}

interface ClientCall {
  readonly method: string
  readonly family: string
  readonly params: readonly unknown[]
  readonly url: string
  readonly client: ClientOrigin
}

const classOf = (family: string): string => (family === 'solana' ? 'SolanaClient' : 'EvmClient')

/** A longer command continues on the next line. */
const MAX_LINE = 62

/**
 * Comments that name the command which writes the package, or the package's folder in the
 * repository.
 */
const originOf = ({ contracts }: ClientOrigin, mark: string, folder: string, options: readonly string[]): string => {
  if (contracts.length === 0) return `${mark} The package: generated/${folder} of Tollgate's repository`
  const given = [...contracts.map((contract) => `--contract ${contract}`), ...options, `--out ${folder}`]
  const lines = [`${mark} The package: tollgate client`]
  for (const option of given) {
    const line = `${lines.at(-1)} ${option}`
    if (line.length + 2 <= MAX_LINE) lines[lines.length - 1] = line
    else lines.push(`${mark}   ${option}`)
  }
  return lines.join(' \\\n')
}

/** A call by the TypeScript client, and the source of its package. */
export const typescriptExample = ({ method, family, params, url, client }: ClientCall): string => {
  const name = classOf(family)
  return `${originOf(client, '//', 'client', [])}
import { ${name} } from ${quoted(client.name)}

const client = new ${name}({
  url: ${quoted(url)},
})
const result = ${callText(`await client${memberAccess(method)}`, params as SourceValue[])}`
}

/** A call by the Python client, and the source of its package. */
export const pythonExample = ({ method, family, params, url, client }: ClientCall): string => {
  const name = classOf(family)
  return `${originOf(client, '#', 'client-python', ['--language python'])}
from ${client.pythonName} import ${name}

client = ${name}(${JSON.stringify(url)})
result = ${callText(`client.${method}`, params as SourceValue[], python)}`
}
