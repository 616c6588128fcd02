import type { Document } from '../../../../generated/document.js'
import { builtInMethods, shippedMethods } from '../../../../generated/shipped-methods.js'
import { watchName } from '../../../contract/subscriptions/watch-words.js'
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

interface ClientWatch extends Omit<ClientCall, 'method'> {
  /** Words of the member's name: `watch`, `new`, `heads`. */
  readonly words: readonly string[]
}

export const typescriptWatch = ({ words, family, params, url, client }: ClientWatch): string => {
  const name = classOf(family)
  return `${originOf(client, '//', 'client', [])}
import { ${name} } from ${quoted(client.name)}

const client = new ${name}({
  url: ${quoted(url)},
})
const events = ${callText(`client.${watchName(words)}`, params as SourceValue[])}
for await (const event of events) console.log(event)`
}

/** A subscription by the Python client, which needs its extra `watch`. */
export const pythonWatch = ({ words, family, params, url, client }: ClientWatch): string => {
  const name = `Async${classOf(family)}`
  const call = callText(`client.${words.join('_')}`, params as SourceValue[], python)
  return `${originOf(client, '#', 'client-python', ['--language python'])}
# pip install '.[watch]'
import asyncio

from ${client.pythonName} import ${name}


async def main() -> None:
    async with ${name}(
        ${JSON.stringify(url)},
    ) as client:
        events = ${call.replaceAll('\n', '\n        ')}
        async for event in events:
            print(event)


asyncio.run(main())`
}

/** The repository's package, which has the built-in methods. */
const READY: ClientOrigin = { name: '@tollgate/client', pythonName: 'tollgate_client', contracts: [] }
/** Placeholder for a document that only the operator has. */
const OWN_DOCUMENT = 'FILE'

/**
 * The typed client that has every method of a document, and the contracts that it is written from.
 */
export const clientOriginOf = ({ methods }: Pick<Document, 'methods'>): ClientOrigin => {
  const more = methods.map(({ name }) => name).filter((name) => !builtInMethods.includes(name))
  if (more.length === 0) return READY
  const contracts = Object.keys(shippedMethods).filter((contract) =>
    more.some((name) => shippedMethods[contract]!.includes(name)),
  )
  const isOwn = more.some((name) => !contracts.some((contract) => shippedMethods[contract]!.includes(name)))
  return {
    name: 'tollgate-client',
    pythonName: 'tollgate_client',
    contracts: [...contracts, ...(isOwn ? [OWN_DOCUMENT] : [])],
  }
}
