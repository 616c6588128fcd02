import { exactJson } from '../../runtime/exact-json.js'
import { printContract } from '../../server/admin/operations/contract.js'
import { publicUrlOf } from '../../server/config/public-url.js'
import { hasConfig, readConfig } from '../configured.js'
import { adminOperation, operationCommand } from '../operate/operation-command.js'

/**
 * `tollgate contract print`: prints the OpenRPC document, whole or as one network serves it;
 * without a configuration, the built-in one.
 */
export const contractPrint = operationCommand(adminOperation('contract.print'), async (params, input) => {
  const config = params.network !== undefined || hasConfig(input) ? await readConfig(input, []) : undefined
  const document = printContract(config, params, config && publicUrlOf(config))
  return { json: document, text: () => exactJson(document, 2) }
})
