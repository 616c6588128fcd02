import { printContract } from '../admin/operations/contract.js'
import { publicUrlOf } from '../config/public-url.js'
import { readConfig } from './configured.js'
import { contractCommand, contractMethod } from './contract-command.js'

/** `tollgate contract print`: the OpenRPC document, whole or as one network serves it; without a network it needs no configuration. */
export const contractPrint = contractCommand(contractMethod('contract.print'), async (params, input) => {
  const hasConfig = params.network !== undefined || input.text('config') !== undefined
  const config = hasConfig ? await readConfig(input, []) : undefined
  const document = printContract(config, params, config && publicUrlOf(config))
  return { json: document, text: JSON.stringify(document, null, 2) }
})
