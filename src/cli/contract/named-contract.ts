import type { ContractPart } from '../../contract/operator/merge.js'
import { CommandError, type Input } from '../command.js'

/**
 * A contract that a command names, a shipped one or a file, completed from the built-in contract.
 *
 * Errors  CommandError: the mistakes in the file
 */
export const namedContract = async (name: string, { io }: Input): Promise<ContractPart> => {
  // Loaded on demand: the gateway itself starts with the same list of commands.
  const { readNamedDocument } = await import('../../contract/operator/operator-document.js')
  const reading = readNamedDocument(name, io.cwd)
  if ('contract' in reading) return { documentName: name, contract: reading.contract }
  const { mistakeLine } = await import('../../contract/read.js')
  throw new CommandError(`${name} has mistakes:\n${reading.mistakes.map(mistakeLine).join('\n')}`)
}
